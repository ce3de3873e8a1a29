/** Tables of what is inside arguments, from the zod types of a kind's declaration. */

/** A zod type, as far as it is read here. */
export interface Schema {
  readonly def: Definition;
  /** The type of which this is a copy with another description. */
  readonly _zod: { readonly parent?: Schema };
  meta(): { readonly description?: string; readonly type?: string } | undefined;
}

type Definition =
  | { readonly type: "enum"; readonly entries: Readonly<Record<string, string>> }
  | { readonly type: "literal"; readonly values: readonly unknown[] }
  | { readonly type: "optional" | "nullable"; readonly innerType: Schema }
  | { readonly type: "array"; readonly element: Schema }
  | { readonly type: "record"; readonly valueType: Schema }
  | { readonly type: "union"; readonly options: readonly Schema[]; readonly discriminator?: string }
  | { readonly type: "object"; readonly shape: Fields }
  | { readonly type: "string" | "number" | "boolean" | "unknown" | "custom" | "null" };

type Fields = Readonly<Record<string, Schema>>;

/** A field inside an argument, named by its way from there: `headers[].key`. */
export interface NestedField {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly text: string;
  /** The place that shows what is inside, where a type occurs twice. */
  readonly shownAt?: string;
}

/** The fields of an argument, or of those of its forms that have the same: with `authMethod: basic`. */
export interface NestedTable {
  readonly forms: readonly string[];
  /** What the form means. */
  readonly text?: string;
  readonly fields: readonly NestedField[];
}

/**
 * The tables of an argument; none if there is nothing inside.
 *
 * @param seen the types that the page describes already, and where; an object that occurs twice is described once.
 */
export function listNestedTables(argument: Schema, seen: Map<Schema, string>): NestedTable[] {
  const { inner } = openType(argument);
  const { def } = inner;
  if (def.type === "object" && Object.keys(def.shape).length > 0)
    return [{ forms: [], fields: listFields(def.shape, "", seen) }];
  if (def.type !== "union" || def.discriminator === undefined) return [];
  return def.options.map((option) => {
    const { tag, value, fields } = findForm(option, def.discriminator!);
    return { forms: [`${def.discriminator}: ${value}`], text: tag, fields: listFields(fields, "", seen) };
  });
}

/** A value and the fields inside, named by the way from it: `timeout`, `timeout.default`, `tags[].name`. */
export function listParts(schema: Schema, name: string, seen: Map<Schema, string>): NestedField[] {
  return listWithInside(schema, name, "", seen);
}

/** The tables of arguments whose forms belong together, by argument: `details` with each `type` of a connection. */
export function groupTables({ def }: Schema, seen: Map<Schema, string>): Map<string, NestedTable[]> {
  const tables = new Map<string, NestedTable[]>();
  if (def.type !== "union" || def.discriminator === undefined) return tables;
  for (const option of def.options) {
    const { value, fields } = findForm(option, def.discriminator);
    const form = `${def.discriminator}: ${value}`;
    for (const [name, schema] of Object.entries(fields)) {
      const before = tables.get(name) ?? [];
      const own = listNestedTables(schema, seen).map((table) => ({ ...table, forms: [form] }));
      tables.set(name, own.reduce(listTables, before));
    }
  }
  return tables;
}

/** Tables with another one; a form with the fields of the one before shares its table. */
function listTables(tables: readonly NestedTable[], table: NestedTable): NestedTable[] {
  const last = tables.at(-1);
  if (last === undefined || JSON.stringify(last.fields) !== JSON.stringify(table.fields)) return [...tables, table];
  return [...tables.slice(0, -1), { ...last, forms: [...last.forms, ...table.forms] }];
}

/** A type in few words: `string`, or the values that are allowed. */
export function describeType(schema: Schema): string {
  const { inner, depth } = openType(schema);
  const lists = "list of ".repeat(depth);
  const { def } = inner;
  switch (def.type) {
    case "enum":
      return `${lists}${Object.values(def.entries).map(formatCode).join(", ")}`;
    case "literal":
      return `${lists}${def.values.map(formatCode).join(", ")}`;
    case "object":
    case "record":
      return depth > 0 ? `${lists}objects` : "object";
    case "union":
      return `${lists}${
        def.discriminator === undefined
          ? [...new Set(def.options.map(describeType))].join(" or ")
          : depth > 0
            ? "objects"
            : "object"
      }`;
    case "string":
    case "number":
    case "boolean":
      return depth > 0 ? `${lists}${def.type}s` : formatCode(def.type);
    default:
      return `${lists}${depth > 0 ? "any values" : "any value"}`;
  }
}

function listFields(fields: Fields, before: string, seen: Map<Schema, string>): NestedField[] {
  return Object.entries(fields).flatMap(([key, schema]) => listWithInside(schema, before + key, "", seen));
}

/** A field, and what is inside it; `condition` says in which form of the object it is. */
function listWithInside(schema: Schema, name: string, condition: string, seen: Map<Schema, string>): NestedField[] {
  const { inner, depth } = openType(schema);
  if (inner.def.type === "record") {
    const [own, ...inside] = listWithInside(inner.def.valueType, `${name}.<key>`, condition, seen);
    const text = getDescription(schema) ?? "";
    return [{ ...own!, name, type: "object", isRequired: !isOptional(schema), text }, ...inside];
  }
  const description = getDescription(schema) ?? "";
  const text = condition === "" ? description : `${condition}${lowerFirst(description)}`;
  const field = { name, type: describeType(schema), isRequired: !isOptional(schema), text };
  const { def } = inner;
  const isNested = def.type === "object" || (def.type === "union" && def.discriminator !== undefined);
  if (!isNested) return [field];
  const known = seen.get(findOrigin(inner));
  if (known !== undefined) return [{ ...field, shownAt: known }];
  const path = name + "[]".repeat(depth);
  seen.set(findOrigin(inner), path);
  if (def.type === "object") return [field, ...listFields(def.shape, `${path}.`, seen)];
  const forms = def.options.map((option) => findForm(option, def.discriminator!));
  const tag: NestedField = {
    name: `${path}.${def.discriminator}`,
    type: forms.map(({ value }) => formatCode(value)).join(", "),
    isRequired: true,
    text: forms.flatMap((form) => form.tag ?? []).join(" "),
  };
  const others = forms.flatMap((form) =>
    Object.entries(form.fields).flatMap(([key, one]) =>
      listWithInside(one, `${path}.${key}`, `With \`${form.value}\`: `, seen),
    ),
  );
  return [field, tag, ...others];
}

/** One form of an object: the value that tells it from the others, what that means, and its other fields. */
function findForm({ def }: Schema, discriminator: string): { value: unknown; tag?: string; fields: Fields } {
  if (def.type !== "object") throw new Error("a form that is no object");
  const { [discriminator]: literal, ...fields } = def.shape;
  if (literal?.def.type !== "literal") throw new Error(`a form whose ${discriminator} is no literal`);
  return { value: literal.def.values[0], tag: getDescription(literal), fields };
}

/** The type in lists and optional ones, and the number of lists around it. */
function openType(schema: Schema): { inner: Schema; depth: number } {
  const { def } = schema;
  if (def.type === "optional" || def.type === "nullable") return openType(def.innerType);
  if (def.type !== "array") return { inner: schema, depth: 0 };
  const { inner, depth } = openType(def.element);
  return { inner, depth: depth + 1 };
}

const findOrigin = (schema: Schema): Schema =>
  schema._zod.parent === undefined ? schema : findOrigin(schema._zod.parent);

const lowerFirst = (sentence: string) => `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;

const isOptional = ({ def }: Schema): boolean => def.type === "optional";

function getDescription(schema: Schema): string | undefined {
  const { def } = schema;
  return schema.meta()?.description ?? (def.type === "optional" ? getDescription(def.innerType) : undefined);
}

const formatCode = (value: unknown) => `\`${String(value)}\``;
