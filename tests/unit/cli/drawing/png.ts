import { inflateSync } from "node:zlib";

/** What can be told of a PNG without drawing it. */
export interface PngFacts {
  readonly width: number;
  readonly height: number;
  /** How many different bytes its rows are made of: a blank picture has a handful. */
  readonly variety: number;
}

/** Reads a PNG. */
export function readPng(png: Uint8Array): PngFacts {
  const data = Buffer.from(png);
  if (data.toString("latin1", 1, 4) !== "PNG") throw new Error("this is no PNG");
  const parts: Buffer[] = [];
  for (let at = 8; at < data.length; at += 12 + data.readUInt32BE(at)) {
    const [type, start] = [data.toString("latin1", at + 4, at + 8), at + 8];
    if (type === "IDAT") parts.push(data.subarray(start, start + data.readUInt32BE(at)));
  }
  const variety = new Set(inflateSync(Buffer.concat(parts))).size;
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20), variety };
}
