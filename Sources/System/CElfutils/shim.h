/* elfutils: names of functions by their addresses; and what Swift's runtime tells of errors as they are thrown. */
#pragma once
#include <elfutils/libdwfl.h>
#include <execinfo.h>
#include <stddef.h>
#include <stdint.h>

/* In libswiftCore, without a header: has every error pass this function when it is thrown. */
extern void _swift_setWillThrowHandler(void (*handler)(const void *error));

/* In libswiftCore, without a header: the name that a symbol stands for, to be freed, or null for none of Swift's. */
extern char *swift_demangle(const char *symbol, size_t length, char *buffer, size_t *size, uint32_t flags);

/* Symbols of what is mapped into this process, from the files themselves: none is looked for elsewhere. Null for none. */
static inline Dwfl *toque_own_symbols(int process) {
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf};
    Dwfl *session = dwfl_begin(&callbacks);
    if (session == NULL || dwfl_linux_proc_report(session, process) != 0) return NULL;
    return dwfl_report_end(session, NULL, NULL) == 0 ? session : NULL;
}
