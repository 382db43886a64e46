/* OpenSSL: digests, HMAC, random bytes, constant-time comparison, signatures, TLS. */
#pragma once
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/kdf.h>
#include <openssl/obj_mac.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

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

enum { toque_tls_most_updates = 100 };

/* Ends a connection whose client sends more than 100 key updates (TLS 1.3), or as many handshake records after the
   handshake (TLS 1.2). OpenSSL reads any number of them within one SSL_read, and other connections of the loop wait.
   After the shutdown it reads only what it has received already: a few hundred. */
static inline void toque_tls_count_updates(
    int is_sent, int version, int type, const void *bytes, size_t length, SSL *ssl, void *unused
) {
    if (is_sent || length == 0) return;
    unsigned char first = *(const unsigned char *)bytes;
    int is_update = type == SSL3_RT_HANDSHAKE ? first == SSL3_MT_KEY_UPDATE
        : type == SSL3_RT_HEADER && first == SSL3_RT_HANDSHAKE && SSL_is_init_finished(ssl);
    if (!is_update) return;
    size_t count = (size_t)SSL_get_app_data(ssl) + 1;
    SSL_set_app_data(ssl, (char *)count);
    if (count > toque_tls_most_updates) shutdown(SSL_get_fd(ssl), SHUT_RDWR);
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
    SSL_CTX_set_msg_callback(context, toque_tls_count_updates);
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION)
        && SSL_CTX_set1_groups_list(context, "X25519:P-256:P-384");
}

static inline int toque_tls_is_plain_http(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_SSL && ERR_GET_REASON(error) == SSL_R_HTTP_REQUEST;
}

/* Also a macro: selects a key made of its public numbers. */
static const int toque_public_numbers = EVP_PKEY_PUBLIC_KEY;
static const int toque_key_pair = EVP_PKEY_KEYPAIR;

/* HKDF with SHA-256 (RFC 5869), extract and expand. Its parameters are pointers that have to live during the call, which
   is simpler in C. Returns 0 on failure. */
static inline int toque_hkdf(
    const unsigned char *salt, size_t salt_length, const unsigned char *key, size_t key_length,
    const unsigned char *info, size_t info_length, unsigned char *result, size_t length
) {
    EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);
    EVP_KDF_free(kdf);
    if (!context) return 0;
    OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, (char *)"SHA256", 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key, key_length),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_length),
        OSSL_PARAM_construct_end(),
    };
    int outcome = EVP_KDF_derive(context, result, length, parameters);
    EVP_KDF_CTX_free(context);
    return outcome > 0;
}
