/** A place, from the upper left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle. */
export interface Area extends Point {
  readonly width: number;
  readonly height: number;
}
