/** A picture that can't be drawn as asked; the message says what to ask instead. */
export class DrawingError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DrawingError";
  }
}
