/* libcurl: options are set by variadic functions, which Swift cannot call, so each type of value has a wrapper. */
#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

/* Sets a text option; curl copies the text. */
static inline CURLcode toque_curl_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

/* Sets a number option. */
static inline CURLcode toque_curl_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/* Sets a list option; the list has to live until the transfer ends. */
static inline CURLcode toque_curl_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

/* Sets the bytes to send with POST; curl copies them. */
static inline CURLcode toque_curl_body(CURL *handle, const unsigned char *bytes, long count) {
  CURLcode result = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
  return result == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes) : result;
}

/* Sets the buffer for curl's error messages: CURL_ERROR_SIZE bytes that live until the transfer ends. */
static inline CURLcode toque_curl_errors(CURL *handle, char *buffer) {
  return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/* Sets the callbacks for bytes to send, for each line of the server, and for a call about once a second; all receive
   `context`. */
static inline void toque_curl_callbacks(CURL *handle, void *context, curl_read_callback read,
                                        curl_write_callback line, curl_xferinfo_callback second) {
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, read);
  curl_easy_setopt(handle, CURLOPT_READDATA, context);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, line);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, second);
  curl_easy_setopt(handle, CURLOPT_XFERINFODATA, context);
  curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
}

/* Sets the callback for each piece of a response's content; it receives `context`. */
static inline void toque_curl_content(CURL *handle, void *context, curl_write_callback content) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, content);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

/* The last status of the server's responses, or 0. */
static inline long toque_curl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/* The full address of a redirect; null for any other response. It lives as long as the handle. */
static inline const char *toque_curl_redirect(CURL *handle) {
  const char *url = NULL;
  return curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url) == CURLE_OK ? url : NULL;
}

/* Decides whether a connection to an address of 4 or 16 bytes may be opened; it receives `context`. */
typedef bool (*toque_curl_door)(void *context, const unsigned char *address, size_t count, int port);
struct toque_curl_guard {
  toque_curl_door opens;
  void *context;
};

/* Opens every socket for curl. It receives the address that curl connects to, so the checked address is the one that is
   used, even if a name has another address a moment later. */
static inline curl_socket_t toque_curl_open(void *guard, curlsocktype purpose, struct curl_sockaddr *to) {
  const struct toque_curl_guard *door = (const struct toque_curl_guard *)guard;
  bool opens = false;
  if (purpose == CURLSOCKTYPE_IPCXN && to->family == AF_INET) {
    const struct sockaddr_in *ip = (const struct sockaddr_in *)(const void *)&to->addr;
    opens = door->opens(door->context, (const unsigned char *)&ip->sin_addr, 4, ntohs(ip->sin_port));
  } else if (purpose == CURLSOCKTYPE_IPCXN && to->family == AF_INET6) {
    const struct sockaddr_in6 *ip = (const struct sockaddr_in6 *)(const void *)&to->addr;
    opens = door->opens(door->context, (const unsigned char *)&ip->sin6_addr, 16, ntohs(ip->sin6_port));
  }
  return opens ? socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol) : CURL_SOCKET_BAD;
}

/* Sets a guard that is asked before every connection; it has to live until the transfer ends. */
static inline void toque_curl_guarded(CURL *handle, struct toque_curl_guard *guard) {
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, toque_curl_open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, guard);
}

/* Closes the handle's open connection immediately. */
static inline void toque_curl_hang_up(CURL *handle) {
  curl_socket_t connection = CURL_SOCKET_BAD;
  if (curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &connection) == CURLE_OK && connection != CURL_SOCKET_BAD)
    shutdown(connection, SHUT_RDWR);
}

/* CURL_GLOBAL_DEFAULT and CURLUSESSL_* are macros. */
static inline CURLcode toque_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
static const long toque_curl_tls_always = CURLUSESSL_ALL;
static const long toque_curl_tls_if_offered = CURLUSESSL_TRY;
