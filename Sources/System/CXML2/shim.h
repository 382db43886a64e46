/* The HTML parser of libxml2, which receives its input in pieces. */
#pragma once
#include <libxml/HTMLparser.h>
#include <libxml/SAX2.h>
#include <string.h>

typedef struct {
    htmlParserCtxtPtr parser;
    const char *bytes;
    int count;
    int place;
    int most_nodes;
    int nodes;
    int is_cut;
} toque_page;

enum { toque_piece = 4096, toque_most_attributes = 1024 };

/* libxml2 compares each attribute of a tag with all before it, so a tag with a million attributes would take minutes:
   the page is cut off there. `maxatts` is the space for names and values, which doubles when it is full. */
static inline int toque_page_read(void *context, char *buffer, int length) {
    toque_page *page = context;
    int count = page->count - page->place;
    if (page->parser->maxatts > 2 * toque_most_attributes || page->nodes > page->most_nodes) {
        page->is_cut = count > 0;
        return 0;
    }
    if (count > length) count = length;
    if (count > toque_piece) count = toque_piece;
    memcpy(buffer, page->bytes + page->place, count);
    page->place += count;
    return count;
}

/* Counts elements and attributes while the tree is built, so that reading stops soon after the limit. */
static inline void toque_page_start(void *parser, const xmlChar *name, const xmlChar **attributes) {
    toque_page *page = ((htmlParserCtxtPtr)parser)->_private;
    page->nodes++;
    for (int i = 0; attributes && attributes[i]; i += 2) page->nodes++;
    xmlSAX2StartElement(parser, name, attributes);
}

/* The tree of a page in UTF-8, without comments; NULL if there is none. The parser never uses the network. Reading
   stops after `most_nodes` elements and attributes; `read` is the number of bytes that were read. */
static inline xmlDocPtr toque_page_parse(const char *bytes, int count, int most_nodes, int *read, int *is_cut) {
    toque_page page = {htmlNewParserCtxt(), bytes, count, 0, most_nodes, 0, 0};
    if (!page.parser) return NULL;
    page.parser->_private = &page;
    page.parser->sax->startElement = toque_page_start;
    page.parser->sax->comment = NULL;
    page.parser->sax->processingInstruction = NULL;
    xmlDocPtr document = htmlCtxtReadIO(
        page.parser, toque_page_read, NULL, &page, NULL, "UTF-8",
        HTML_PARSE_RECOVER | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    *read = page.place;
    *is_cut = page.is_cut || page.place < count || page.parser->disableSAX;
    htmlFreeParserCtxt(page.parser);
    return document;
}
