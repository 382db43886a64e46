"""Fills the site's search index from the stored texts, with a tokenizer like `Tokenizer` of the site.

Python's `sqlite3` cannot register a tokenizer, so this calls the SQLite library itself.
"""

import ctypes
import ctypes.util
import functools
import pathlib
import unicodedata

COLOCATED = 1
# Letters that Unicode does not decompose: see `Folding`.
PLAIN = str.maketrans({
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ς": "σ"})
LONGEST = 120


@functools.cache
def folded_sign(sign: str) -> str | None:
    """The folded letter, an empty text for an accent, and None for a sign that separates words."""
    kind = unicodedata.category(sign)
    if 0x300 <= ord(sign) <= 0x36F or (kind == "Cf" and sign != "\u200b") or sign == "\ufe0f":
        return ""
    if kind not in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Nd", "Mn", "Mc"):
        return None
    if sign in "Йй":
        return "й"
    parts = unicodedata.normalize("NFKD", sign).lower()
    letters = [part for part in parts if unicodedata.category(part)[0] in "LMN" and not 0x300 <= ord(part) <= 0x36F]
    return unicodedata.normalize("NFC", "".join(letters).translate(PLAIN))


class Folds(dict):
    """The table for `str.translate`: each sign with its folded form, or a space if the sign separates words."""

    def __missing__(self, number: int) -> str:
        folded = folded_sign(chr(number))
        self[number] = " " if folded is None else folded
        return self[number]


FOLDS = Folds()


def words(text: str) -> list[str]:
    """The folded words of a text, in order."""
    return text.translate(FOLDS).split()


def fold(text: str) -> str:
    return "".join(narrowed(sign) if (folded := folded_sign(sign)) is None else folded for sign in text)


def narrowed(sign: str) -> str:
    """The plain form of a full-width sign."""
    number = ord(sign)
    return " " if number == 0x3000 else chr(number - 0xFEE0) if 0xFF01 <= number <= 0xFF5E else sign


class Stems:
    """Snowball's stems, by folded word."""

    def __init__(self):
        library = ctypes.CDLL(ctypes.util.find_library("stemmer"))
        library.sb_stemmer_new.restype = ctypes.c_void_p
        library.sb_stemmer_stem.restype = ctypes.c_void_p
        library.sb_stemmer_stem.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
        library.sb_stemmer_length.argtypes = [ctypes.c_void_p]
        self.library = library
        self.english, self.russian = (library.sb_stemmer_new(name, None) for name in (b"english", b"russian"))

    def of(self, word: bytes) -> bytes:
        stemmer = self.english if b"a" <= word[:1] <= b"z" else self.russian if word[:1] in (b"\xd0", b"\xd1") else None
        if not stemmer:
            return word
        found = self.library.sb_stemmer_stem(stemmer, word, len(word))
        return ctypes.string_at(found, self.library.sb_stemmer_length(stemmer))


POINTER, NUMBER = ctypes.c_void_p, ctypes.c_int
Create = ctypes.CFUNCTYPE(NUMBER, POINTER, POINTER, NUMBER, ctypes.POINTER(POINTER))
Delete = ctypes.CFUNCTYPE(None, POINTER)
Tokenize = ctypes.CFUNCTYPE(NUMBER, POINTER, POINTER, NUMBER, POINTER, NUMBER, POINTER)
Token = ctypes.CFUNCTYPE(NUMBER, POINTER, NUMBER, ctypes.c_char_p, NUMBER, NUMBER, NUMBER)


class Methods(ctypes.Structure):
    _fields_ = [("create", Create), ("delete", Delete), ("tokenize", Tokenize)]


AddTokenizer = ctypes.CFUNCTYPE(NUMBER, POINTER, ctypes.c_char_p, POINTER, ctypes.POINTER(Methods), POINTER)


class Interface(ctypes.Structure):
    _fields_ = [("version", NUMBER), ("add_tokenizer", AddTokenizer)]


class Filler:
    """A connection that knows the tokenizer `toque`. Only for documents: queries would have stems alone."""

    def __init__(self, file: pathlib.Path):
        sqlite = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
        for name in ("prepare_v2", "bind_pointer", "step", "finalize", "exec", "close", "errmsg"):
            getattr(sqlite, f"sqlite3_{name}").argtypes = None
        sqlite.sqlite3_errmsg.restype = ctypes.c_char_p
        self.sqlite, self.handle = sqlite, POINTER()
        self.check(sqlite.sqlite3_open(str(file).encode(), ctypes.byref(self.handle)))
        self.stems, self.forms, self.token = Stems(), {}, None
        self.methods = Methods(Create(self.create), Delete(lambda _: None), Tokenize(self.tokenize))
        interface = self.interface()
        self.check(interface.contents.add_tokenizer(interface, b"toque", None, ctypes.byref(self.methods), None))

    def interface(self):
        statement, found = POINTER(), ctypes.POINTER(Interface)()
        self.check(self.sqlite.sqlite3_prepare_v2(self.handle, b"SELECT fts5(?1)", -1, ctypes.byref(statement), None))
        self.sqlite.sqlite3_bind_pointer(statement, 1, ctypes.byref(found), b"fts5_api_ptr", None)
        self.sqlite.sqlite3_step(statement)
        self.sqlite.sqlite3_finalize(statement)
        return found

    def check(self, code: int) -> None:
        if code:
            raise RuntimeError(f"SQLite: {self.sqlite.sqlite3_errmsg(self.handle).decode()}")

    def create(self, _, __, ___, tokenizer) -> int:
        # SQLite requires an address that is not NULL.
        tokenizer[0] = 1
        return 0

    def tokens(self, word: str) -> list[tuple[int, bytes, int]]:
        """The folded word, and its stem at the same place if that differs."""
        whole = word.encode()[:LONGEST]
        stem = self.stems.of(whole)
        return [(flags, text, len(text)) for flags, text in ((0, whole), (COLOCATED, stem)) if not flags or text != whole]

    def tokenize(self, _, context, flags, text, length, token) -> int:
        if self.token is None:
            self.token = Token(token)
        emit, forms, place = self.token, self.forms, 0
        for word in words(ctypes.string_at(text, length).decode(errors="replace")):
            found = forms.get(word)
            if found is None:
                found = forms[word] = self.tokens(word)
            for kind, form, size in found:
                # The place in the text matters only to snippets, which are made from the text again.
                code = emit(context, kind, form, size, place, place + 1)
                if code:
                    return code
            place += 1
        return 0

    def run(self, sql: str) -> None:
        self.check(self.sqlite.sqlite3_exec(self.handle, sql.encode(), None, None, None))

    def close(self) -> None:
        self.check(self.sqlite.sqlite3_close(self.handle))


def rebuild(file: pathlib.Path) -> None:
    """Builds the index of `recipe_text` from its texts."""
    filler = Filler(file)
    filler.run("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000")
    # A larger buffer makes fewer and longer segments.
    filler.run("INSERT INTO recipe_text (recipe_text, rank) VALUES ('hashsize', 134217728)")
    filler.run("INSERT INTO recipe_text (recipe_text) VALUES ('rebuild')")
    filler.run("DELETE FROM recipe_text_config WHERE k = 'hashsize'")
    filler.close()
