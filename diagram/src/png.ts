import { readFileSync } from "node:fs";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { DrawingError } from "./error";
import { readFont } from "./fonts";
import type { Tell } from "./options";
import type { Picture } from "./svg";

/** How a picture becomes pixels. */
export interface PngOptions {
  /** Pixels per pixel; default: 2, or what a huge picture allows. */
  readonly scale?: number;
  /** Further fonts, for letters that the built-in one lacks. */
  readonly fonts?: readonly Uint8Array[];
}

/** The most pixels: each takes memory several times over. */
const most = 100e6;
/** As many as are made without being asked for, in all and on a side: what programs open at once. */
const enough = { all: 24e6, side: 8000 } as const;

let ready: Promise<void> | undefined;

/**
 * A picture as PNG, the same on every machine: with fonts of the package only. Where twice its size would be a lot of
 * pixels, it is made smaller.
 *
 * @param tell gets what was made smaller, and the way to more.
 * @throws DrawingError when it would be too large.
 */
export async function renderPng(
  { svg, width, height }: Picture,
  { scale, fonts = [] }: PngOptions = {},
  tell: Tell = () => {},
): Promise<Uint8Array> {
  const easy = Math.min(2, Math.sqrt(enough.all / (width * height)), enough.side / Math.max(width, height));
  const value = scale ?? easy;
  if (scale === undefined && easy < 2) {
    const size = `${Math.round(width * easy)} × ${Math.round(height * easy)} pixels`;
    tell(
      `The PNG has ${size}: scale ${easy.toFixed(2)} instead of 2, so that programs can open it. For more detail, ` +
        "draw fewer models, an .svg or .html, or set --scale.",
    );
  }
  if (width * height * value ** 2 > most) {
    const limit = Math.floor(Math.sqrt(most / (width * height)) * 10) / 10;
    throw new DrawingError(
      `--scale ${value} makes ${Math.round(width * value)} × ${Math.round(height * value)} pixels, too many for a ` +
        `PNG. At most --scale ${limit} goes; an SVG has no such limit.`,
    );
  }
  ready ??= initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  await ready;
  const font = {
    fontBuffers: [readFont("regular"), readFont("bold"), ...fonts],
    defaultFontFamily: "DejaVu Sans",
    sansSerifFamily: "DejaVu Sans",
  };
  return new Resvg(svg, { font, fitTo: { mode: "zoom", value } }).render().asPng();
}
