/* libvips: every function that Swift cannot call (variadics, macros) is wrapped here, with the options Toque uses. */
#pragma once
#include <vips/vips.h>

/* Swallows a warning: what a hostile file makes a decoder say is not worth a line in the log. */
static inline void toque_vips_ignore(const gchar *domain, GLogLevelFlags level, const gchar *message, gpointer data) {
  (void)domain; (void)level; (void)message; (void)data;
}

/* Starts the library for good: nothing but well-kept loaders, one thread a call, no cache. 0 is success. */
static inline int toque_vips_start(void) {
  if (VIPS_INIT("toque")) return -1;
  g_log_set_handler("VIPS", (GLogLevelFlags)(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_DEBUG),
                    toque_vips_ignore, NULL);
  vips_block_untrusted_set(TRUE);
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  return 0;
}

/* Reads a JPEG's header; pixels are decoded only when asked for. `unlimited` stays off: it bounds progressive scans. */
static inline VipsImage *toque_vips_open_jpeg(const void *bytes, size_t size) {
  VipsImage *out = NULL;
  return vips_jpegload_buffer((void *)bytes, size, &out, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : out;
}

/* Reads a PNG's header. */
static inline VipsImage *toque_vips_open_png(const void *bytes, size_t size) {
  VipsImage *out = NULL;
  return vips_pngload_buffer((void *)bytes, size, &out, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : out;
}

/* Reads a WebP's header; of an animation, the first frame. */
static inline VipsImage *toque_vips_open_webp(const void *bytes, size_t size) {
  VipsImage *out = NULL;
  return vips_webpload_buffer((void *)bytes, size, &out, "access", VIPS_ACCESS_SEQUENTIAL, NULL) ? NULL : out;
}

/* Decodes at most `width` pixels wide, upright, never enlarged, shrinking while it loads. 8.14 forgets its own option
   `fail_on` here and would accept files that are cut off, so the loader is told directly. */
static inline VipsImage *toque_vips_thumbnail(const void *bytes, size_t size, int width) {
  VipsImage *out = NULL;
  return vips_thumbnail_buffer((void *)bytes, size, &out, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN,
                               "option_string", "[fail_on=error]", NULL)
             ? NULL
             : out;
}

/* Makes a picture that is in memory smaller. */
static inline VipsImage *toque_vips_shrink(VipsImage *image, int width) {
  VipsImage *out = NULL;
  return vips_thumbnail_image(image, &out, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN, NULL) ? NULL : out;
}

/* Cuts a square out of a picture; reads lines from the top down only, as streams have to be. */
static inline VipsImage *toque_vips_cut(VipsImage *image, int x, int y, int side) {
  VipsImage *out = NULL;
  return vips_extract_area(image, &out, x, y, side, side, NULL) ? NULL : out;
}

/* Turns any colours into 8-bit sRGB, by the picture's own profile where it has one that makes sense. */
static inline VipsImage *toque_vips_srgb(VipsImage *image) {
  VipsImage *out = NULL, *seen = NULL;
  if (vips_image_get_typeof(image, VIPS_META_ICC_NAME) && !vips_icc_import(image, &seen, "embedded", TRUE, NULL)) {
    int failed = vips_colourspace(seen, &out, VIPS_INTERPRETATION_sRGB, NULL);
    g_object_unref(seen);
    return failed ? NULL : out;
  }
  return vips_colourspace(image, &out, VIPS_INTERPRETATION_sRGB, NULL) ? NULL : out;
}

/* Lays a see-through picture on white; `vips_flatten` takes the last band for alpha without looking. */
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

/* Writes a WebP; `strip` is asked for, but 8.14 writes EXIF and profiles all the same. The buffer belongs to the caller (`g_free`). */
static inline int toque_vips_save_webp(VipsImage *image, int quality, int effort, void **bytes, size_t *size) {
  return vips_webpsave_buffer(image, bytes, size, "Q", quality, "effort", effort, "strip", TRUE, NULL);
}
