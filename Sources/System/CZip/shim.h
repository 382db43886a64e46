/* libzip: ZIP archives. */
#pragma once
#include <zip.h>
