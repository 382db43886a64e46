"""The codes of an authenticator app."""

import base64
import hashlib
import hmac
import struct
import time


def code_of(secret: str) -> str:
    """The code that an authenticator app shows for a secret now (RFC 6238)."""
    key = base64.b32decode(secret.replace(" ", ""))
    mac = hmac.digest(key, struct.pack(">Q", int(time.time()) // 30), hashlib.sha1)
    place = mac[-1] & 15
    return f"{(struct.unpack('>I', mac[place:place + 4])[0] & 0x7FFFFFFF) % 10**6:06}"
