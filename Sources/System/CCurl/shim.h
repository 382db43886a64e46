/* libcurl: its options are set by variadic functions, which Swift cannot call, so each kind of value has a wrapper. */
#pragma once
#include <curl/curl.h>
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
