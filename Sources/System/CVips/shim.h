/* libvips: every function that Swift cannot call (variadics, macros) is wrapped here, with the options Toque uses. */
#pragma once
#include <vips/vips.h>

/* Discards a warning, because a hostile file could fill the log with a decoder's messages. */
static inline void toque_vips_ignore(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
  (void)domain; (void)level; (void)message; (void)data;
}

/* Starts the library for the life of the process: only trusted loaders, one thread per call, no cache. 0 is success. */
static inline int toque_vips_start(void) {
  if (VIPS_INIT("toque")) return -1;
  g_log_set_handler("VIPS", (GLogLevelFlags)(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG),
                    toque_vips_ignore, NULL);
  vips_block_untrusted_set(TRUE);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  return 0;
}

/* Reads a JPEG's header; pixels are decoded on demand. The number of scans is limited before, in `JPEG.essence`. */
static inline VipsImage *toque_vips_open_jpeg(const void *bytes, size_t size) {
  VipsImage *out = NULL;
  return vips_jpegload_buffer((void *)bytes, size, &out, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : out;
}

/* Reads a PNG's header. */
static inline VipsImage *toque_vips_open_png(const void *bytes, size_t size) {
  VipsImage *out = NULL;
  return vips_pngload_buffer((void *)bytes, size, &out, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : out;
}

/* Reads a WebP's header; of an animation the first frame. */
static inline VipsImage *toque_vips_open_webp(const void *bytes, size_t size) {
  VipsImage *out = NULL;
  return vips_webpload_buffer((void *)bytes, size, &out, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : out;
}

/* Decodes an upright picture at most `width` pixels wide, never enlarged, and shrinks while it loads. libvips 8.14
   ignores the option `fail_on` here and would accept incomplete files, so the option is passed to the loader. */
static inline VipsImage *toque_vips_thumbnail(const void *bytes, size_t size, int width) {
  VipsImage *out = NULL;
  return vips_thumbnail_buffer((void *)bytes, size, &out, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN,
                               "option_string", "[fail_on=error]", NULL)
             ? NULL
             : out;
}

/* Shrinks a picture that is in memory. */
static inline VipsImage *toque_vips_shrink(VipsImage *image, int width) {
  VipsImage *out = NULL;
  return vips_thumbnail_image(image, &out, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN, NULL) ? NULL : out;
}

/* Cuts a square out of a picture, reading lines only from the top down, as a stream requires. */
static inline VipsImage *toque_vips_cut(VipsImage *image, int x, int y, int side) {
  VipsImage *out = NULL;
  return vips_extract_area(image, &out, x, y, side, side, NULL) ? NULL : out;
}

static inline unsigned toque_icc_number(const unsigned char *at) {
  return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* Whether the picture has a colour profile that costs little for each pixel. A profile of ICC 4.3 may chain any number
   of calculations (tags D2Bx and B2Dx, type mpet), so that 8 KB of it cost minutes; such a picture counts as sRGB. */
static inline int toque_vips_has_plain_profile(VipsImage *image) {
  const void *blob = NULL;
  size_t size = 0;
  if (!vips_image_get_typeof(image, VIPS_META_ICC_NAME) ||
      vips_image_get_blob(image, VIPS_META_ICC_NAME, &blob, &size) || size < 132) {
    return 0;
  }
  const unsigned char *bytes = (const unsigned char *)blob;
  unsigned tags = toque_icc_number(bytes + 128);
  if (tags > 100 || size < 132 + 12 * (size_t)tags) return 0;
  for (unsigned tag = 0; tag < tags; tag++) {
    const unsigned char *entry = bytes + 132 + 12 * tag;
    size_t offset = toque_icc_number(entry + 4), length = toque_icc_number(entry + 8);
    if (offset > size || length > size - offset || length < 4) return 0;
    if (!memcmp(entry, "D2B", 3) || !memcmp(entry, "B2D", 3) || !memcmp(bytes + offset, "mpet", 4)) return 0;
  }
  return 1;
}

/* Converts any colours to 8-bit sRGB, with the picture's own profile if it has a valid and plain one. */
static inline VipsImage *toque_vips_srgb(VipsImage *image) {
  VipsImage *out = NULL, *seen = NULL;
  if (toque_vips_has_plain_profile(image) && !vips_icc_import(image, &seen, "embedded", TRUE, NULL)) {
    int failed = vips_colourspace(seen, &out, VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(seen);
    return failed ? NULL : out;
  }
  return vips_colourspace(image, &out, VIPS_INTERPRETATION_sRGB, NULL) ? NULL : out;
}

/* Puts a transparent picture on white. Checks for alpha, because `vips_flatten` treats any last band as alpha. */
static inline VipsImage *toque_vips_on_white(VipsImage *image) {
  VipsImage *out = NULL;
  if (!vips_image_hasalpha(image)) return (VipsImage *)g_object_ref(image);
  VipsArrayDouble *white = vips_array_double_newv(3, 255.0, 255.0, 255.0);
  int failed = vips_flatten(image, &out, "background", white, NULL);
  vips_area_unref(VIPS_AREA(white));
  return failed ? NULL : out;
}

/* Writes a progressive JPEG without metadata. The buffer belongs to the caller (`g_free`). */
static inline int toque_vips_save_jpeg(VipsImage *image, int quality, void **bytes, size_t *size) {
  return vips_jpegsave_buffer(image, bytes, size, "Q", quality, "optimize_coding", TRUE, "interlace", TRUE, "strip",
                              TRUE, NULL);
}

/* Writes a WebP; libvips 8.14 writes EXIF and profiles despite `strip`. The buffer belongs to the caller (`g_free`). */
static inline int toque_vips_save_webp(VipsImage *image, int quality, int effort, void **bytes, size_t *size) {
  return vips_webpsave_buffer(image, bytes, size, "Q", quality, "effort", effort, "strip", TRUE, NULL);
}
