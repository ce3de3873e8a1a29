/**
 * Draws graphs of data models: as SVG, as PNG, or as a page to look around in. The command `pulumi-analytics draw`
 * loads it when a picture is drawn; it only takes plain data and gives back text or bytes.
 */
export { draw } from "./apart";
export { DrawingError } from "./error";
export { listMissingLetters } from "./fonts";
export type { Graph } from "./graph";
export type { PictureOptions, Tell } from "./options";
export { renderPng } from "./png";
