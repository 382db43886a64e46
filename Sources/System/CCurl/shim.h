/* libcurl: its options are set by variadic functions, which Swift cannot call, so each kind of value has a wrapper. */
#pragma once
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

/* Sets an option that is text; curl keeps a copy. */
static inline CURLcode toque_curl_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

/* Sets an option that is a number. */
static inline CURLcode toque_curl_number(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

/* Sets an option that is a list, which has to outlive the transfer. */
static inline CURLcode toque_curl_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

/* Where curl writes what went wrong: CURL_ERROR_SIZE bytes that outlive the transfer. */
static inline CURLcode toque_curl_errors(CURL *handle, char *buffer) {
  return curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, buffer);
}

/* What curl calls for bytes to send, with each line of the server, and about once a second; all get `context`. */
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

/* What curl calls with each piece of an answer's content; it gets `context`. */
static inline void toque_curl_content(CURL *handle, void *context, curl_write_callback content) {
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, content);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}

/* The last status that the server answered with, or 0. */
static inline long toque_curl_status(CURL *handle) {
  long status = 0;
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

/* Where a redirect leads, whole; nothing for any other answer. It lives as long as the handle. */
static inline const char *toque_curl_redirect(CURL *handle) {
  const char *url = NULL;
  return curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url) == CURLE_OK ? url : NULL;
}

/* Says whether a connection may be opened to an address of 4 or 16 bytes; it gets `context`. */
typedef bool (*toque_curl_door)(void *context, const unsigned char *address, size_t count, int port);
struct toque_curl_guard {
  toque_curl_door opens;
  void *context;
};

/* curl asks for every socket here, with the very address that it connects to: whatever a name meant a moment ago, no
   other address is connected to than the one that is looked at. */
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

/* Has the guard asked before every connection; it has to outlive the transfer. */
static inline void toque_curl_guarded(CURL *handle, struct toque_curl_guard *guard) {
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, toque_curl_open);
  curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, guard);
}

/* Ends the connection that the handle still has, at once. */
static inline void toque_curl_hang_up(CURL *handle) {
  curl_socket_t connection = CURL_SOCKET_BAD;
  if (curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &connection) == CURLE_OK && connection != CURL_SOCKET_BAD)
    shutdown(connection, SHUT_RDWR);
}

/* CURL_GLOBAL_DEFAULT and CURLUSESSL_* are macros. */
static inline CURLcode toque_curl_start(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }
static const long toque_curl_tls_always = CURLUSESSL_ALL;
static const long toque_curl_tls_if_offered = CURLUSESSL_TRY;
