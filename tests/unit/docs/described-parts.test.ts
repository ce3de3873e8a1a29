import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { loadAllKinds } from "../../../provider/src/kinds/registry";
import { lookupModules } from "../../../provider/src/lookups/registry";

type Inner = z.ZodType & {
  readonly def: {
    readonly type: string;
    readonly innerType?: z.ZodType;
    readonly element?: z.ZodType;
    readonly valueType?: z.ZodType;
    readonly options?: readonly z.ZodType[];
    readonly in?: z.ZodType;
    readonly left?: z.ZodType;
    readonly right?: z.ZodType;
    readonly getter?: () => z.ZodType;
  };
};

/** Whether a type or what it wraps has a description. */
function isDescribed(type: z.ZodType): boolean {
  const { innerType, in: input } = (type as Inner).def;
  const inner = innerType ?? input;
  return Boolean(type.description) || (inner !== undefined && isDescribed(inner));
}

interface Part {
  /** `timeout.default`, of lists and maps as well. */
  readonly place: string;
  readonly type: z.ZodType;
}

/** The properties of all objects inside a type. */
function listParts(type: z.ZodType, at: string, seen = new Set<z.ZodType>()): Part[] {
  if (seen.has(type)) return [];
  seen.add(type);
  const { def } = type as Inner;
  const inside = [def.innerType, def.element, def.valueType, def.in, def.left, def.right, def.getter?.()];
  const own =
    type instanceof z.ZodObject
      ? Object.entries(type.shape as Record<string, z.ZodType>).flatMap(([name, part]) => [
          { place: `${at}.${name}`, type: part },
          ...listParts(part, `${at}.${name}`, seen),
        ])
      : [];
  const others = [...inside, ...(def.options ?? [])].filter((one) => one !== undefined);
  return [...own, ...others.flatMap((one) => listParts(one, at, seen))];
}

/** The places of parts without a description. A literal tells the forms of a union apart. */
const listUndescribed = (type: z.ZodType, at: string): string[] =>
  listParts(type, at)
    .filter((part) => !isDescribed(part.type) && !(part.type instanceof z.ZodLiteral))
    .map(({ place }) => place);

test.each(loadAllKinds().map((kind) => [kind.name, kind] as const))(
  "each part of the inputs and outputs of %s has a description",
  (name, { fields, outputs }) => {
    const parts = Object.entries({ ...fields, ...outputs }).flatMap(([field, { type, description }]) => [
      ...(description ? [] : [`${name}.${field}`]),
      ...listUndescribed(type, `${name}.${field}`),
    ]);
    expect(parts).toEqual([]);
  },
);

const lookups = lookupModules.flatMap((module) => module.lookups);

test.each(lookups.map((lookup) => [lookup.question.name, lookup] as const))(
  "each part of the arguments and the result of %s has a description",
  (name, { args, result }) => {
    expect(listUndescribed(z.object({ ...args(z), ...result(z) }), name)).toEqual([]);
  },
);

test("a part without a description is found, however deep", () => {
  const type = z.object({ a: z.array(z.object({ b: z.string().optional() }).nullable()).describe("The list.") });
  expect(listUndescribed(type, "x")).toEqual(["x.a.b"]);
});

const folder = join(__dirname, "../../../docs/lookups");
const pages = readdirSync(folder).map((page) => readFileSync(join(folder, page), "utf8"));

test.each(lookups.map((lookup) => [lookup.question.name, lookup] as const))(
  "the page of %s shows each part of the result",
  (name, { result }) => {
    const page = pages.find((text) => text.includes(`\n## ${name}\n`))!;
    // A type that occurs twice is shown once.
    const isShown = (part: string) => new RegExp(`^\\| \`[^\`]*\\b${part}\` \\|`, "m").test(page);
    const parts = listParts(z.object(result(z)), "").map(({ place }) => place.split(".").at(-1)!);
    expect(parts.filter((part) => !isShown(part))).toEqual([]);
  },
);
