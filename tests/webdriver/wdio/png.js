// Reads PNG files, so that tests look at pixels and not at lengths.

import { inflateSync } from "node:zlib";

export function picture(base64) {
  const png = Buffer.from(base64, "base64");
  const parts = [];
  let width, height, channels;
  for (let place = 8; place < png.length;) {
    const length = png.readUInt32BE(place);
    const kind = png.toString("latin1", place + 4, place + 8);
    const body = png.subarray(place + 8, place + 8 + length);
    if (kind === "IHDR") {
      [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
      channels = { 2: 3, 6: 4 }[body[9]];
      if (body[8] !== 8 || !channels || body[12]) throw new Error("a kind of PNG that is not read here");
    }
    if (kind === "IDAT") parts.push(body);
    place += 12 + length;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, channels);
  const at = (x, y) => [...rows[Math.floor(y)].subarray(Math.floor(x) * channels, Math.floor(x) * channels + 3)];
  return { width, height, at };
}

function unfiltered(raw, stride, step) {
  const rows = [];
  let before = Buffer.alloc(stride);
  for (let start = 0; start < raw.length; start += stride + 1) {
    const kind = raw[start];
    const row = raw.subarray(start + 1, start + 1 + stride);
    for (let place = 0; kind && place < stride; place++) {
      const left = place >= step ? row[place - step] : 0;
      const corner = place >= step ? before[place - step] : 0;
      row[place] = (row[place] + predicted(kind, left, before[place], corner)) & 255;
    }
    rows.push(row);
    before = row;
  }
  return rows;
}

function predicted(kind, left, up, corner) {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [l, u, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return l <= u && l <= c ? left : u <= c ? up : corner;
}
