/** How the fields of workbooks are declared: what they hold, what editors say of them, and what they mean. */
import * as z from "zod";
import { isObject, type Json } from "../../model/json";
import { type Reference, schemaTraits, type Traits } from "../../model/schema";

/** What a field means, and what leaving it out means. */
export interface Options extends Traits {
  readonly default?: Json;
}

/** A schema with what it says beside the types. */
function mark<T extends z.ZodType>(schema: T, traits: Traits): T {
  if (Object.keys(traits).length > 0) schemaTraits.add(schema, traits);
  return schema;
}

/** A field that has to be there. */
export const need = <T extends z.ZodType>(schema: T, description: string, traits: Traits = {}): T =>
  mark(schema.describe(description), traits);

/** A field that may be left out. */
export const may = <T extends z.ZodType>(
  schema: T,
  description: string,
  { default: implied, ...traits }: Options = {},
): z.ZodOptional<T> =>
  mark(schema.optional().meta({ description, ...(implied !== undefined && { default: implied }) }), traits);

/** A value of which little is documented: it is kept, sent and compared as data. */
export const open = (description: string, options?: Options) => may(z.unknown(), description, options);
/** A text that is there or left out. */
export const text = (description: string, options?: Options) => may(z.string(), description, options);
/** A text that may also be null. */
export const note = (description: string, options?: Options) => may(z.string().nullable(), description, options);
export const flag = (description: string, options?: Options) => may(z.boolean(), description, options);
export const figure = (description: string, options?: Options) => may(z.number().nullable(), description, options);
export const texts = (description: string, options?: Options) => may(z.array(z.string()), description, options);
export const list = <T extends z.ZodType>(item: T, description: string, options?: Options) =>
  may(z.array(item), description, options);
/** An object of which only the fields given are documented. */
export const part = (description: string, fields: z.ZodRawShape = {}, options?: Options) =>
  may(z.looseObject(fields), description, options);
/** A text that is one of these, as far as is documented. */
export const word = (examples: readonly string[], description: string, options?: Options) =>
  may(z.string().nullable().meta({ examples }), description, options);
/** How bold a text is; exports have numbers, too. */
export const fontWeight = may(
  z.union([z.string().meta({ examples: ["bold", "normal"] }), z.number(), z.null()]),
  "Weight: `bold`, `normal` or a number such as 600.",
);
/** A text of which all values are documented. */
export const oneOf = <const T extends readonly [string, ...string[]]>(
  values: T,
  description: string,
  options?: Options,
) => may(z.enum(values), description, options);

// References: ids that name something of the document

/** An id by itself, as in a list. */
export const refer = (reference: Reference) => z.string().register(schemaTraits, { reference });
/** The id of a thing; of a column: whose column it is, by the way from the object around it. */
export const idOf = (to: Reference["to"], description: string, { of, ...options }: IdOptions = {}) =>
  may(refer({ to, ...(of && { of }) }), description, options);
export const needIdOf = (to: Reference["to"], description: string, traits?: Traits) =>
  need(z.string(), description, { reference: { to }, ...traits });
export const idsOf = (to: Reference["to"], description: string, { of, ...options }: IdOptions = {}) =>
  may(z.array(refer({ to, ...(of && { of }) })), description, options);
interface IdOptions extends Options {
  readonly of?: Reference["of"];
}
/** A column of the element itself. */
export const columnId = idOf("column", "The id of a column of this element.");

// Colors: upper and lower case mean the same

const simplifyColor = (value: Json) => (typeof value === "string" ? value.toLowerCase() : value);
/** Hex, or a color of the theme. */
export const colorSchema = z
  .union([z.string(), z.looseObject({ kind: z.literal("theme"), ref: text("The theme's name for it.") }), z.null()])
  .meta({ id: "Color", description: "Hex such as `#1a73e8`, or a color of the theme." })
  .register(schemaTraits, { simplify: simplifyColor });
export const color = (description: string) => may(colorSchema, description);
/** The name of a scheme, or its colors: the platform keeps their case. */
export const scheme = (description: string) => may(z.union([z.string(), z.array(z.string()), z.null()]), description);

/** Names of fields that hold a color where little is documented. */
const colorField = /^color(good|bad)?$|color$/i;

/** What something looks like, with the colors inside in lower case: those that are documented, and newer ones. */
function simplifyLook(value: Json): Json {
  if (Array.isArray(value)) return value.map(simplifyLook);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([key, inner = null]) => [
    key,
    colorField.test(key) ? simplifyColor(inner) : simplifyLook(inner),
  ]);
  return Object.fromEntries(fields);
}

/** A map whose texts are colors. */
export const colorMap = (description: string) => open(description, { simplify: simplifyMap });
const simplifyMap = (value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner = null]) => [key, simplifyColor(simplifyLook(inner))]))
    : value;

/** What something looks like: of its fields, those called colors are colors, known or not. */
export const createLook = (fields: z.ZodRawShape = {}, id?: string) =>
  (id === undefined ? z.looseObject(fields) : z.looseObject(fields).meta({ id })).register(schemaTraits, {
    simplify: simplifyLook,
  });
export const look = (description: string, fields: z.ZodRawShape = {}, options: Options = {}) =>
  may(createLook(fields), description, options);
/** The same where it may also be something else than an object. */
export const openLook = (description: string) => open(description, { simplify: simplifyLook });
