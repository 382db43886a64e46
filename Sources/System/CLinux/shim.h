/* What glibc's Swift module hides. Without _GNU_SOURCE: it would give fd_set other members than other modules see. */
#pragma once
#include <errno.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>

/* accept4 is a GNU extension that the module map of glibc leaves out. */
static inline int toque_accept4(int socket, struct sockaddr *address, socklen_t *length) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/* Names the calling thread, as tools show it: 15 bytes at most. Foundation's own way loses the name now and then. */
static inline void toque_name_thread(const char *name) {
    prctl(PR_SET_NAME, name);
}

/* A pipe that no other program inherits, however many are started meanwhile. The header of its own flag would claim
   `stat`, which files then could not use without importing this module. */
static inline int toque_pipe(int ends[2]) {
    extern int pipe2(int *, int);
    return pipe2(ends, SOCK_CLOEXEC);
}

/* Has a program begin without the files from this one on. */
static inline int toque_close_from(void *actions, int first) {
    extern int posix_spawn_file_actions_addclosefrom_np(void *, int);
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
