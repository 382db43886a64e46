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
  /* For drawings that the program writes itself. Uploads never reach this loader: `Format` knows them by first bytes. */
  vips_operation_block_set("VipsForeignLoadSvgBuffer", FALSE);
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

/* Draws an SVG document that the program wrote itself, enlarged by `scale`. */
static inline VipsImage *toque_vips_draw(const void *bytes, size_t size, double scale) {
  VipsImage *out = NULL;
  return vips_svgload_buffer((void *)bytes, size, &out, "scale", scale, NULL) ? NULL : out;
}

/* Decodes a picture so that it covers `width` by `height` pixels; what is outside is cut off. */
static inline VipsImage *toque_vips_cover(const void *bytes, size_t size, int width, int height) {
  VipsImage *out = NULL;
  return vips_thumbnail_buffer((void *)bytes, size, &out, width, "height", height, "crop", VIPS_INTERESTING_CENTRE,
                               NULL)
             ? NULL
             : out;
}

/* The middle of a picture. */
static inline VipsImage *toque_vips_middle(VipsImage *image, int width, int height) {
  VipsImage *out = NULL;
  int x = (image->Xsize - width) / 2, y = (image->Ysize - height) / 2;
  return vips_extract_area(image, &out, x, y, width, height, NULL) ? NULL : out;
}

/* Centred text as a mask (255 is ink), with line breaks. `markup` is Pango's. A `height` above 0 makes the letters as
   large as the box allows; with 0 they have the size that the markup states. */
static inline VipsImage *toque_vips_text(const char *markup, int width, int height) {
  VipsImage *out = NULL;
  int failed = height > 0 ? vips_text(&out, markup, "font", "serif", "width", width, "height", height, "align",
                                      VIPS_ALIGN_CENTRE, "wrap", VIPS_TEXT_WRAP_WORD_CHAR, NULL)
                          : vips_text(&out, markup, "font", "serif", "width", width, "align", VIPS_ALIGN_CENTRE, "wrap",
                                      VIPS_TEXT_WRAP_WORD_CHAR, NULL);
  return failed ? NULL : out;
}

/* The mask in the middle of a panel, with dark letters on paper. */
static inline VipsImage *toque_vips_panel(VipsImage *mask, int width, int height) {
  VipsImage *wide = NULL, *out = NULL;
  if (vips_gravity(mask, &wide, VIPS_COMPASS_DIRECTION_CENTRE, width, height, NULL)) return NULL;
  double dark[3] = {43, 35, 32}, light[3] = {251, 246, 236};
  VipsImage *ink = vips_image_new_from_image(wide, dark, 3), *paper = vips_image_new_from_image(wide, light, 3);
  if (ink && paper && vips_ifthenelse(wide, ink, paper, &out, "blend", TRUE, NULL)) out = NULL;
  if (ink) g_object_unref(ink);
  if (paper) g_object_unref(paper);
  g_object_unref(wide);
  return out;
}

/* Two pictures of the same width, one above the other. */
static inline VipsImage *toque_vips_stack(VipsImage *top, VipsImage *bottom) {
  VipsImage *out = NULL;
  return vips_join(top, bottom, &out, VIPS_DIRECTION_VERTICAL, NULL) ? NULL : out;
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
