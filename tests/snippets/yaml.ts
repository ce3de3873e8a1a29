import { type Document, parseDocument, stringify } from "yaml";
import { buildModel } from "../../cli/src/init/model";
import type { Block } from "./blocks";

/** What a block in YAML is. */
export type YamlKind = "model" | "program" | "other";

export interface YamlText {
  readonly block: Block;
  readonly kind: YamlKind;
  /** The block; a part is in its place in the page's model or program before it. */
  readonly text: string;
}

/** `!ref` and `!include` as the representation in JSON has them; what the one file that pages include has. */
const customTags = [
  { tag: "!ref", resolve: (name: string) => ({ $ref: name }) },
  { tag: "!include", resolve: () => ({ id: "included", name: "Included", formula: "1" }) },
];

const parse = (text: string): Document => parseDocument(text, { customTags: customTags as never });

/** The texts of all blocks in YAML, with parts in their places. */
export function listYaml(all: readonly Block[]): YamlText[] {
  const texts: YamlText[] = [];
  for (const block of all) {
    if (block.marks.in === undefined) {
      const earlier = texts.findLast((one) => one.block.page === block.page && one.kind === "program");
      const kind = classifyBlock(block);
      texts.push({
        block,
        kind,
        text: kind === "program" && earlier ? mergePrograms(earlier.text, block.code) : block.code,
      });
      continue;
    }
    const path = block.marks.in.split(".");
    const kind = path[0] === "pages" ? "model" : "program";
    const whole = texts.findLast((one) => one.block.page === block.page && one.kind === kind)?.text ?? defaults[kind]();
    texts.push({ block, kind, text: mergePart(whole, path, block.code) });
  }
  return texts;
}

const columns = { ID: "number", CUSTOMER_ID: "number", AMOUNT: "number", PAID: "boolean" };

/** Where a page shows no model of its own, its parts are of the one that `init` writes. */
const defaults = {
  model: () =>
    buildModel(
      ["SALES", "PUBLIC", "ORDERS"],
      Object.entries(columns).map(([name, type]) => ({
        name,
        type,
        visibility: "included",
        description: undefined,
      })),
    ).text,
  program: () => "resources: {}\n",
};

function classifyBlock({ code }: Block): YamlKind {
  if (/^pages:/m.test(code)) return "model";
  return /^(?:resources|variables|outputs|packages|config):/m.test(code) ? "program" : "other";
}

type Value = Record<string, unknown> | unknown[];

/** A program with what a later block of the page declares beside it, or again. */
function mergePrograms(earlier: string, later: string): string {
  const [before, after] = [parse(earlier).toJS(), parse(later).toJS()] as Record<string, Record<string, unknown>>[];
  const merged = Object.entries(after!).map(([key, part]) => {
    const known = before![key];
    return [key, typeof part === "object" && typeof known === "object" ? { ...known, ...part } : part];
  });
  return stringify({ ...before, ...Object.fromEntries(merged) });
}

/** A whole with a part: entries are added to a list, fields to an object. */
function mergePart(whole: string, path: readonly string[], part: string): string {
  const root = parse(whole).toJS() as Value;
  const value = parse(part).toJS() as Value;
  const place = path.reduce<Value>((at, key) => (at as Record<string, Value>)[key]!, root);
  if (Array.isArray(place)) place.push(...(value as unknown[]));
  else {
    for (const [key, one] of Object.entries(value)) {
      const known = (place as Record<string, unknown>)[key];
      (place as Record<string, unknown>)[key] = Array.isArray(known) ? [...known, ...(one as unknown[])] : one;
    }
  }
  return stringify(root);
}

/** The names in a program's interpolations that it doesn't declare. */
export function listUndeclared(text: string): string[] {
  const program = parse(text).toJS() as Record<string, Record<string, unknown> | undefined>;
  const declared = new Set(["config", "variables", "resources"].flatMap((key) => Object.keys(program[key] ?? {})));
  const named = [...JSON.stringify(program).matchAll(/\$\{([\w-]+)/g)].map(([, name = ""]) => name);
  return named.filter((name) => name !== "pulumi" && !declared.has(name));
}

/** A text as JavaScript has it. */
export const readYaml = (text: string): unknown => parse(text).toJS();
