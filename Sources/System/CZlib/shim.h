/* zlib: gzip streams. */
#pragma once
#include <zlib.h>
