// Finds waves of a hand by comparing each picture with the one before: what moves quickly from one side to the other.
// A person who walks by is slower, flickering light changes everything at once, and the hand that comes back comes too
// soon after.

// Grey levels by which a point has to change; the share of points that make a movement, and that are too many for a hand.
const [CHANGE, LEAST, MOST] = [20, 0.012, 0.55];
// In milliseconds: how long a wave takes, how long nothing moves after its end, and how long the next one is waited for.
const [SHORTEST, LONGEST, STILL, REST] = [120, 950, 110, 700];
// The share of the width that a wave crosses, and that of its steps which go the same way.
const [WAY, STEADY] = [0.42, 0.7];

let before = null;
let path = [];
let restsUntil = 0;

// The share of the points that changed, and the middle of these from 0 (left) to 1. Light that changes the whole picture
// is taken out first.
function movement(now, then, width) {
  let sum = 0;
  for (let place = 0; place < now.length; place++) sum += now[place] - then[place];
  const light = sum / now.length;
  let [count, columns] = [0, 0];
  for (let place = 0; place < now.length; place++) {
    if (Math.abs(now[place] - then[place] - light) < CHANGE) continue;
    count += 1;
    columns += place % width;
  }
  return { share: count / now.length, middle: count > 0 ? columns / count / (width - 1) : 0.5, light: Math.abs(light) };
}

// The way of a path: from left to right in the camera's own picture is "next".
function way(points) {
  const time = points.at(-1).at - points[0].at;
  const distance = points.at(-1).middle - points[0].middle;
  if (points.length < 3 || time < SHORTEST || time > LONGEST || Math.abs(distance) < WAY) return null;
  let steady = 0;
  for (let place = 1; place < points.length; place++) {
    if (Math.sign(points[place].middle - points[place - 1].middle) === Math.sign(distance)) steady += 1;
  }
  if (steady / (points.length - 1) < STEADY) return null;
  return distance > 0 ? "next" : "back";
}

function see({ grey, width, at }) {
  if (!before || before.length !== grey.length) {
    before = grey;
    return null;
  }
  const { share, middle, light } = movement(grey, before, width);
  before = grey;
  const isMoving = share >= LEAST;
  // A body near the camera, or light that changes: whatever moved until then is no wave either.
  if (share > MOST || light > 25) {
    path = [];
    restsUntil = at + REST;
    return null;
  }
  // After a wave the hand goes back: nothing counts until it is still.
  if (at < restsUntil) {
    if (isMoving) restsUntil = Math.max(restsUntil, at + STILL * 2);
    path = [];
    return null;
  }
  if (isMoving) {
    path.push({ at, middle });
    return null;
  }
  if (path.length === 0 || at - path.at(-1).at < STILL) return null;
  const found = way(path);
  path = [];
  if (found) restsUntil = at + REST;
  return found;
}

addEventListener("message", ({ data }) => {
  if (data.isNew) {
    [before, path, restsUntil] = [null, [], 0];
    return;
  }
  const found = see(data);
  if (found) postMessage(found);
});
