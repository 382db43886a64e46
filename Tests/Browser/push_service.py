"""A push service for one device. It accepts messages, verifies their signature, and decrypts them as a browser does."""

import base64
import http.server
import json
import threading
import time

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from mail_server import until


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


class PushService:
    """`messages` contains the decrypted messages with their headers. `status` is the answer to the next message."""

    def __init__(self):
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.messages: list[tuple[dict, dict]] = []
        self.failures: list[str] = []
        self.status = 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    service.verify(self.headers["Authorization"])
                    service.messages.append((json.loads(service.decrypt(body)), dict(self.headers)))
                except Exception as error:  # `wait` reports it. Raised in this thread, it would be lost.
                    service.failures.append(repr(error))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_) -> None:
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self) -> "PushService":
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_) -> None:
        self.server.shutdown()
        self.server.server_close()

    def subscription(self) -> dict:
        """Returns the same as the browser's `PushSubscription.toJSON`."""
        return {"endpoint": self.origin + "/device", "keys": {"p256dh": encoded(point(self.key.public_key())), "auth": encoded(self.auth)}}

    def verify(self, header: str) -> None:
        """Verifies the signature of RFC 8292."""
        token, key = (part.strip().split("=", 1)[1] for part in header.removeprefix("vapid ").split(","))
        head, content, signature = token.split(".")
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        claims = json.loads(decoded(content))
        assert claims["aud"] == self.origin and time.time() < claims["exp"] <= time.time() + 86_400, claims
        assert claims["sub"].startswith(("mailto:", "http")), claims
        numbers = decoded(signature)
        pair = utils.encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        public.verify(pair, f"{head}.{content}".encode(), ec.ECDSA(hashes.SHA256()))

    def decrypt(self, body: bytes) -> bytes:
        """Decrypts a message of RFC 8291, which is one record of RFC 8188."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, content = body[21 : 21 + length], body[21 + length :]
        assert length == 65 and len(content) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        secret = derived(self.auth, shared, b"WebPush: info\0" + point(self.key.public_key()) + sender, 32)
        key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        clear = AESGCM(key).decrypt(nonce, content, None)
        text, _, padding = clear.rpartition(b"\x02")
        assert padding.strip(b"\0") == b""
        return text

    def wait(self, count: int, seconds: float = 20) -> list[tuple[dict, dict]]:
        """Waits until this number of messages has arrived, and returns them."""
        until(lambda: len(self.messages) + len(self.failures) >= count, seconds, f"{count} messages")
        assert not self.failures, self.failures
        return self.messages
