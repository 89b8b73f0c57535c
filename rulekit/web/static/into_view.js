/** The part of a drawing that shows some of its places large enough to be read. */

/** Pixels of the letters of names. */
const READABLE = 12;
/** Letters of room around the places. */
const ROOM = 6;

/** Where a stretch around a middle begins, inside of the whole. @param {number} middle @param {number} long @param {number} first @param {number} size */
const begin = (middle, long, first, size) => (long > size ? first + (size - long) / 2 : Math.min(Math.max(middle - long / 2, first), first + size - long));

/**
 * Left, top, width and height, in the form of the frame; null where it would be more than the whole.
 * @param {SVGGraphicsElement[]} places @param {number[]} whole @param {number} wide pixels of the frame @param {number} high @param {number} letters
 */
export function around(places, [left, top, width, height], wide, high, letters) {
  const boxes = places.map((place) => place.getBBox());
  const [west, north] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const [east, south] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  const form = wide / high, room = 2 * ROOM * letters;
  const across = Math.max(east - west + room, (south - north + room) * form, (wide * letters) / READABLE), down = across / form;
  if (across >= width && down >= height) return null;
  return [begin((west + east) / 2, across, left, width), begin((north + south) / 2, down, top, height), across, down];
}
