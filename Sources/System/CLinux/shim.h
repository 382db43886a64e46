/* Functions that glibc's Swift module omits. Without _GNU_SOURCE, with which fd_set would have other members than in
   other modules. */
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

/* accept4 is a GNU extension that the module map of glibc omits. */
static inline int toque_accept4(int socket, struct sockaddr *address, socklen_t *length) {
    extern int accept4(int, struct sockaddr *, socklen_t *, int);
    return accept4(socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/* Sets the calling thread's name for tools, at most 15 bytes. Foundation's `Thread.name` is sometimes lost. */
static inline void toque_name_thread(const char *name) {
    prctl(PR_SET_NAME, name);
}

/* A pipe that no other program inherits, even one started at the same time. SOCK_CLOEXEC replaces O_CLOEXEC, whose
   header would declare `stat` in this module, so that other files could not use it without importing this module. */
static inline int toque_pipe(int ends[2]) {
    extern int pipe2(int *, int);
    return pipe2(ends, SOCK_CLOEXEC);
}

/* Starts a program without the file descriptors from `first` on. */
static inline int toque_close_from(void *actions, int first) {
    extern int posix_spawn_file_actions_addclosefrom_np(void *, int);
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
