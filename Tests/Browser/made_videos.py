"""Generates videos for the camera: a waving hand, a person who walks by, flickering light, or nothing but noise."""

import pathlib
import random
from collections.abc import Callable

# The grey level of each pixel, row by row.
Picture = bytes
# Returns the boxes that the video shows at a time in seconds: left, right, top and bottom from 0 to 1, and a grey level.
Scene = Callable[[float], list[tuple[float, float, float, float, int]]]


class Made:
    """A video of scenes, one after another. `light` adds grey levels to the whole picture."""

    def __init__(self, width: int, height: int, rate: float, noise: int = 3, seed: int = 1):
        self.width, self.height, self.rate = width, height, rate
        self.random = random.Random(seed)
        # 31 rows of noise, shifted differently in each picture: this looks like noise and is quick to generate.
        self.grain = [bytes(self.random.randint(0, 2 * noise) for _ in range(width)) for _ in range(31)]
        self.pictures: list[Picture] = []

    def add(self, seconds: float, scene: Scene = lambda at: [], light: Callable[[float], int] = lambda at: 0) -> "Made":
        for number in range(round(seconds * self.rate)):
            at = number / self.rate
            self.pictures.append(self.picture(scene(at), light(at)))
        return self

    def picture(self, boxes: list[tuple[float, float, float, float, int]], light: int) -> Picture:
        shift = self.random.randint(0, 30)
        rows = []
        for row in range(self.height):
            grain = self.grain[(row + shift) % 31]
            greys = [max(0, min(249, 90 + light))] * self.width
            for left, right, top, bottom, grey in boxes:
                if top <= row / self.height < bottom:
                    begin, end = round(max(0.0, left) * self.width), round(min(1.0, right) * self.width)
                    greys[begin:end] = [max(0, min(249, grey + light))] * max(0, end - begin)
            rows.append(bytes(map(sum, zip(greys, grain))))
        return b"".join(rows)

    def still(self, seconds: float = 1.6) -> "Made":
        return self.add(seconds)

    def wave(self, goes_right: bool, seconds: float = 0.5, size: float = 0.25, top: float = 0.2, grey: int = 190, comes_back=False) -> "Made":
        """Adds a hand that crosses the picture. With `comes_back` it moves back, lower and more slowly."""

        def scene(at: float) -> list:
            place = -size + (1 + size) * min(1, at / seconds)
            left = place if goes_right else 1 - size - place
            return [(left, left + size, top, top + 0.5, grey)]

        self.add(seconds, scene)
        if comes_back:
            self.still(0.2)
            self.add(0.7, lambda at: [(box[0], box[1], 0.55, 1, box[4]) for box in scene(seconds * (1 - at / 0.7))])
        return self.still()

    def walk(self, goes_right: bool, seconds: float, size: float = 0.35, grey: int = 40) -> "Made":
        """Adds a person, visible from head to foot, who crosses the picture."""

        def scene(at: float) -> list:
            place = -size + (1 + size) * min(1, at / seconds)
            left = place if goes_right else 1 - size - place
            sway = 0.02 * (int(at * 4) % 2)
            return [(left + sway, left + size + sway, 0.25, 1, grey), (left + size / 3, left + size * 2 / 3, 0.05, 0.25, 170)]

        return self.add(seconds, scene).still()

    def flicker(self, seconds: float) -> "Made":
        """Adds a flickering lamp, and daylight that changes as if clouds passed."""
        levels = {}
        return self.add(
            seconds,
            scene=lambda at: [(0.6, 0.75, 0, 0.2, 90 + levels.setdefault(int(at * 9), self.random.choice([0, 80])))],
            light=lambda at: self.random.choice([0, 0, -25, 25, 60]),
        )

    def save(self, file: pathlib.Path) -> None:
        """Saves the video as YUV4MPEG2, a format that Chromium can use in place of a camera."""
        grey = bytes([128]) * (self.width * self.height // 2)
        with file.open("wb") as out:
            out.write(f"YUV4MPEG2 W{self.width} H{self.height} F{round(self.rate)}:1 Ip A1:1 C420jpeg\n".encode())
            for picture in self.pictures:
                out.write(b"FRAME\n" + picture + grey)
