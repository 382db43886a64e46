"""Starts Debian's wapiti 3.0.4, which fails on `-x` under Python 3.11."""

import fnmatch
import re

from wapitiCore.main.wapiti import wapiti_main
from wapitiCore.net import crawler

crawler.wildcard_translate = lambda pattern: re.compile(fnmatch.translate(pattern))
wapiti_main()
