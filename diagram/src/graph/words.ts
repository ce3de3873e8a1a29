import type { Change } from "./graph";

/** How changes are told where there is no room for words. */
export const changeSigns: Readonly<Record<Change, string>> = { added: "+", removed: "−", changed: "~" };

/** @example countNoun(1200, "column") // "1,200 columns" */
export const countNoun = (count: number, noun: string) =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
