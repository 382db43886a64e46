/* OpenSSL: digests, HMAC, random bytes, constant-time comparison, signatures, TLS. */
#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>

/* Accepts http/1.1, the only supported protocol in ALPN; a client that offers only others is refused. */
static inline int toque_tls_choose_protocol(
    SSL *ssl, const unsigned char **chosen, unsigned char *length, const unsigned char *offered,
    unsigned int offered_length, void *unused
) {
    static const unsigned char known[] = "\x08http/1.1";
    int outcome = SSL_select_next_proto(
        (unsigned char **)chosen, length, known, sizeof known - 1, offered, offered_length);
    return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* Sets options that are macros in libssl, which Swift cannot see. Returns 0 if one cannot be set. Sessions are stored
   only in tickets at the client, because a cache on the server would need a limit. */
static inline int toque_tls_set_up(SSL_CTX *context, long session_seconds) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_timeout(context, session_seconds);
    SSL_CTX_set_read_ahead(context, 1);
    SSL_CTX_set_alpn_select_cb(context, toque_tls_choose_protocol, NULL);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)
        && SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384");
}

static inline int toque_tls_is_plain_http(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_HTTP_REQUEST;
}

/* Also a macro: selects a key made of its public numbers. */
static const int toque_public_numbers = EVP_PKEY_PUBLIC_KEY;
