/* The HTML parser of libxml2, which receives its input in pieces. */
#pragma once
#include <libxml/HTMLparser.h>
#include <string.h>

typedef struct {
    htmlParserCtxtPtr parser;
    const char *bytes;
    int count;
    int place;
    int is_cut;
} toque_page;

enum { toque_piece = 4096, toque_most_attributes = 1024 };

/* libxml2 compares each attribute of a tag with all before it, so a tag with a million attributes would take minutes:
   the page is cut off there. `maxatts` is the space for names and values, which doubles when it is full. */
static inline int toque_page_read(void *context, char *buffer, int length) {
    toque_page *page = context;
    int count = page->count - page->place;
    if (page->parser->maxatts > 2 * toque_most_attributes) {
        page->is_cut = count > 0;
        return 0;
    }
    if (count > length) count = length;
    if (count > toque_piece) count = toque_piece;
    memcpy(buffer, page->bytes + page->place, count);
    page->place += count;
    return count;
}

/* The tree of a page in UTF-8; NULL if there is none. The parser never uses the network. */
static inline xmlDocPtr toque_page_parse(const char *bytes, int count, int *is_cut) {
    toque_page page = {htmlNewParserCtxt(), bytes, count, 0, 0};
    if (!page.parser) return NULL;
    xmlDocPtr document = htmlCtxtReadIO(
        page.parser, toque_page_read, NULL, &page, NULL, "UTF-8",
        HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    *is_cut = page.is_cut || page.place < count || page.parser->disableSAX;
    htmlFreeParserCtxt(page.parser);
    return document;
}
