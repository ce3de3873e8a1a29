import type { BoxOptions } from "./boxes";

/** The formats of a picture. */
export const formats = ["svg", "png", "mermaid", "dot", "html"] as const;

/** A format of a picture. */
export type Format = (typeof formats)[number];

/** The ways rows can flow. */
export const directions = ["right", "down", "left", "up"] as const;

/** Which way rows flow. */
export type Direction = (typeof directions)[number];

/** How a graph is drawn. What is left out goes by how much there is to draw. */
export interface DrawOptions {
  readonly format: Format;
  /** Default: right for few elements, else down. */
  readonly direction?: Direction;
  /** How many columns a box shows; default: 8 with few elements, 4 with some more, else none. */
  readonly columns?: number;
  /** Whether warehouse tables and connections are boxes of their own; default: with few elements. */
  readonly warehouse?: boolean;
  /** Of a PNG: how many times larger; default: 2, or what a huge picture allows. */
  readonly scale?: number;
  /** Of a PNG: further fonts, for letters that the built-in one lacks. */
  readonly fonts?: readonly Uint8Array[];
}

/** How what is drawn is arranged, once all is decided. */
export interface Arrangement extends BoxOptions {
  readonly direction: Direction;
}
