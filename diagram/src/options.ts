import type { Level, PictureFormat, ViewOptions } from "./graph";

/** How a graph is drawn. */
export interface PictureOptions extends ViewOptions {
  readonly format: PictureFormat;
  /**
   * Of an SVG or PNG: what its boxes are; default: elements, of more than 120 their models, of more than 150 models
   * their folders.
   */
  readonly level?: Level;
  /** Of a PNG: how many times larger; default: 2, or what a huge picture allows. */
  readonly scale?: number;
  /** Of a PNG: further fonts, for letters that the built-in one lacks. */
  readonly fonts?: readonly Uint8Array[];
}

/** What the one who asked for a picture should know of it, in sentences. */
export type Tell = (note: string) => void;
