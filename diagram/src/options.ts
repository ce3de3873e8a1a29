import type { PictureFormat, ViewOptions } from "./graph";

/** How a graph is drawn. */
export interface PictureOptions extends ViewOptions {
  readonly format: PictureFormat;
  /** Of a PNG: how many times larger; default: 2, or what a huge picture allows. */
  readonly scale?: number;
  /** Of a PNG: further fonts, for letters that the built-in one lacks. */
  readonly fonts?: readonly Uint8Array[];
}
