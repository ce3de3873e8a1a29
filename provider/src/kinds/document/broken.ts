/** Columns that the platform stored and can't compute. */
import type { Finding } from "../../core/model";
import type { LifecycleContext } from "../declare";
import type { DocumentInputs } from "./fields";
import { buildFrame } from "./locate";
import { warn } from "./warn";

/** The most formulas that are named: a table that the platform doesn't know breaks all that use it. */
export const mostNamed = 8;

/** The form of the type is undocumented: a word, or an object that holds it. */
export function isBroken({ type }: { type?: unknown }): boolean {
  return type === "error" || (type as { type?: unknown } | null | undefined)?.type === "error";
}

/** Warns of broken formulas, each with its place in the user's file. @param more how many there are beside these. */
export function tellBroken(
  context: LifecycleContext,
  title: string,
  { confidential }: { readonly confidential?: DocumentInputs["confidential"] },
  findings: readonly Finding[],
  more: number,
): void {
  for (const finding of findings) {
    const { file, line, column, pathText, message, hint } = finding;
    const place = [file, line, column].filter((part) => part !== undefined).join(":");
    const frame = confidential ? undefined : buildFrame(finding);
    const sentence = `${pathText}: ${message}${hint === undefined ? "" : `. ${hint}`}`;
    warn(context, title, [`${place && `${place}: `}${sentence}`, ...(frame === undefined ? [] : [frame])].join("\n"));
  }
  if (more > 0) warn(context, title, `${more} more formulas that the platform can't compute`);
}
