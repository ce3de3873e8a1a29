/** What drifted, with its values. */
import { unknownValue } from "pulumi-analytics-internal/core/data";
import { cut } from "pulumi-analytics-internal/core/text";
import { formatName, type Step } from "./preview";

/** Inputs of a resource, and characters of a value, that are shown. */
const most = { inputs: 6, characters: 60 };

/** Whether an input tells the engine something, and nothing to a reader. */
const isUnlisted = (name: string) => name.startsWith("__") || ["changes", "changeSummary", "outline"].includes(name);

/** The inputs that a step changes, in the order of letters. */
export function listChanged({ before, after }: Step): string[] {
  const [old, next] = [before?.inputs ?? {}, after?.inputs ?? {}];
  return Object.keys({ ...old, ...next })
    .filter((name) => !isUnlisted(name) && JSON.stringify(old[name]) !== JSON.stringify(next[name]))
    .sort();
}

/**
 * The values that the platform has, and those that the program declares, of a resource that a refresh read. Documents
 * have lines of their own, and a value that holds a secret has none.
 *
 * @example listDrift(step) // ['Tag staging › color: the platform has "plum", the program "amber"']
 */
export function listDrift(step: Step): string[] {
  const { op, urn, before, after } = step;
  if (op !== "update" || before?.inputs?.confidential || after?.inputs?.confidential) return [];
  const names = listChanged(step).filter((name) => !["spec", "contents", "refs"].includes(name));
  const lines = names.slice(0, most.inputs).map((name) => {
    const [platform, program] = [before?.inputs?.[name], after?.inputs?.[name]].map(formatValue);
    const values =
      platform === undefined || program === undefined
        ? "its values are secret or not known yet"
        : `the platform has ${platform}, the program ${program}`;
    return `${formatName(urn)} › ${name}: ${values}`;
  });
  const more = names.length - lines.length;
  return more > 0 ? [...lines, `${formatName(urn)} › and ${more} more`] : lines;
}

/** How Pulumi marks a value that is secret: by its text, or, where it isn't decrypted, by the key of its signature. */
const hidden = /\[secret\]|4dabf18193072939515e22adb298388d/;

/** A value in a line; undefined: it is secret, or only known after an update. */
function formatValue(value: unknown): string | undefined {
  if (value === undefined) return "none";
  const text = JSON.stringify(value);
  if (hidden.test(text) || text.includes(unknownValue) || text.includes("__packed")) return undefined;
  return cut(text, most.characters);
}
