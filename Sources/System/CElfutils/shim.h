/* elfutils: names of functions by their addresses; and hooks of Swift's runtime for thrown errors. */
#pragma once
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <stddef.h>
#include <stdint.h>

/* In libswiftCore, without a header: sets a function that is called for every error when it is thrown. */
extern void _swift_setWillThrowHandler(void (*handler)(const void *error));

/* In libswiftCore, without a header: a symbol's demangled name, which the caller frees; null if it is not Swift's. */
extern char *swift_demangle(const char *symbol, size_t length, char *buffer, size_t *size, uint32_t flags);

/* The symbols of the files mapped into this process, without separate debug files. Null if there are none. */
static inline Dwfl *toque_own_symbols(int process) {
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf};
    Dwfl *session = dwfl_begin(&callbacks);
    if (session == NULL || dwfl_linux_proc_report(session, process) != 0) return NULL;
    return dwfl_report_end(session, NULL, NULL) == 0 ? session : NULL;
}
