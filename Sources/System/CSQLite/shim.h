/* SQLite, with wrappers for macros and variadic functions, which Swift cannot call. */
#pragma once
#include <sqlite3.h>

static inline int toque_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
    return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

static inline int toque_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int length) {
    return sqlite3_bind_blob(statement, index, bytes, length, SQLITE_TRANSIENT);
}

/* Turns off memory statistics, which lock a global mutex for every allocation. Call it before the first connection. */
static inline int toque_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/* Turns off double-quoted string literals, so that a misspelt column is an error and not a text. */
static inline int toque_refuse_double_quoted_strings(sqlite3 *database) {
    int off = 0;
    int first = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, &off);
    int second = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, &off);
    return first != SQLITE_OK ? first : second;
}

/* Prevents SQL from changing the internal tables of FTS5 indexes and the text of the schema. */
static inline int toque_protect_shadow_tables(sqlite3 *database) {
    int on = 0;
    return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, &on);
}

/* Binds the address to which FTS5 writes its API pointer (`SELECT fts5(?1)`). */
static inline int toque_bind_fts5_pointer(sqlite3_stmt *statement, int index, fts5_api **api) {
    return sqlite3_bind_pointer(statement, index, (void *)api, "fts5_api_ptr", 0);
}
