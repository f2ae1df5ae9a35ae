// Image maps: areas have no box of their own.

// The image that uses a map or an area, and where in the viewport the area is.
function mapped(element) {
  const map = isHtml(element, "map") ? element : element.closest("map");
  const image = map && imageOf(map);
  if (!image) return { image: null, rect: new DOMRect() };
  const box = image.getBoundingClientRect();
  if (element === map) return { image, rect: box };
  const area = areaRect(element, box);
  // What is outside of the image is nowhere.
  const [left, top] = [Math.min(Math.max(area.x, 0), box.width), Math.min(Math.max(area.y, 0), box.height)];
  const [width, height] = [Math.min(area.width, box.width - left), Math.min(area.height, box.height - top)];
  return { image, rect: new DOMRect(box.left + left, box.top + top, width, height) };
}

function imageOf(map) {
  if (!map.name) return null;
  const usemap = `#${map.name}`;
  return Array.from(map.getRootNode().querySelectorAll("img[usemap], object[usemap], input[usemap]")).find(
    (image) => image.getAttribute("usemap") === usemap,
  ) ?? null;
}

function areaRect(area, box) {
  const coords = (area.getAttribute("coords") ?? "").split(",").map((part) => parseInt(part, 10));
  const shape = (area.getAttribute("shape") ?? "rect").toLowerCase();
  if (shape === "default") return new DOMRect(0, 0, box.width, box.height);
  if (coords.some(Number.isNaN)) return new DOMRect();
  if (shape.startsWith("rect") && coords.length >= 4) return around([coords[0], coords[2]], [coords[1], coords[3]]);
  if (shape.startsWith("circ") && coords.length >= 3) {
    const [x, y, radius] = coords;
    return around([x - radius, x + radius], [y - radius, y + radius]);
  }
  if (shape.startsWith("poly") && coords.length >= 6) {
    return around(coords.filter((_, at) => at % 2 === 0), coords.filter((_, at) => at % 2 === 1));
  }
  return new DOMRect();
}

function around(xs, ys) {
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return new DOMRect(left, top, Math.max(...xs) - left, Math.max(...ys) - top);
}
