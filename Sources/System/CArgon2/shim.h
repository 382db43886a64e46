/* Argon2id, the password hash. */
#pragma once
#include <argon2.h>
