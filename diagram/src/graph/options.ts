/** The formats that are texts for documents: nothing has to be arranged or measured for them. */
export const textFormats = ["mermaid", "dot"] as const;

/** A format for documents. */
export type TextFormat = (typeof textFormats)[number];

/** The formats that are pictures, and the page. */
const pictureFormats = ["svg", "png", "html"] as const;

/** A format of a picture. */
export type PictureFormat = (typeof pictureFormats)[number];

/** The ways rows can flow. */
export const directions = ["right", "down", "left", "up"] as const;

/** Which way rows flow. */
export type Direction = (typeof directions)[number];

/** What the boxes of a picture can be. */
export const levels = ["elements", "models", "folders"] as const;

/** What the boxes of a picture are. */
export type Level = (typeof levels)[number];

/** How much of a graph is shown, and which way. What is left out goes by how much there is to show. */
export interface ViewOptions {
  /** Default: right for few elements, else down. */
  readonly direction?: Direction;
  /** How many columns a box shows; default: 8 with few elements, 4 with some more, else none. */
  readonly columns?: number;
  /** Whether warehouse tables and connections are boxes of their own; default: with few elements. */
  readonly warehouse?: boolean;
}

/** What boxes show. */
export interface BoxOptions {
  /** At most so many columns. */
  readonly columns: number;
  /** Whether a box names the warehouse tables it reads, because they have no boxes of their own. */
  readonly reads: boolean;
}

/** How what is drawn is arranged, once all is decided. */
export interface Arrangement extends BoxOptions {
  readonly direction: Direction;
}
