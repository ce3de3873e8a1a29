import type * as z from "zod";
import type { FieldTypes, Zod } from "./declare";

/**
 * The fields of a lookup, from the answer of an area that isn't declared. That is loaded with the client, as areas are.
 *
 * @example const lookup = { fields: describeAnswer("member") };
 */
export const describeAnswer =
  (name: keyof typeof import("../core/api/answers")) =>
  (zod: Zod): FieldTypes =>
    readAnswerFields(zod, (require("../core/api/answers") as typeof import("../core/api/answers"))[name]);

/** What of zod's definitions of types matters here. */
interface Definition {
  readonly type: string;
  /** What a transformation gets. */
  readonly in: z.ZodType;
  readonly innerType: z.ZodType;
  readonly shape: FieldTypes;
}

const getDefinition = (type: z.ZodType) => type.def as unknown as Definition;

/**
 * The fields of a lookup: those of an answer that have a description, as a program gets them.
 *
 * @example readAnswerFields(zod, answer) // { name: … } of `{ id: z.string(), name: z.string().describe("…") }`
 */
export function readAnswerFields(zod: Zod, answer: z.ZodType): FieldTypes {
  const { type, in: before } = getDefinition(answer);
  const { shape } = getDefinition(type === "pipe" ? before : answer);
  const names = (answer.meta()?.names ?? {}) as Readonly<Record<string, string>>;
  const described = Object.entries(shape).filter(([, field]) => field.description !== undefined);
  return Object.fromEntries(described.map(([name, field]) => [names[name] ?? name, readField(zod, field)]));
}

function readField(zod: Zod, field: z.ZodType): z.ZodType {
  const { items, ...about } = field.meta() ?? {};
  const read = () => {
    const { type, in: before, innerType } = getDefinition(field);
    if (items !== undefined) return zod.array(readField(zod, items as z.ZodType));
    // It has a type of its own.
    if (about.type !== undefined) return zod.looseObject({});
    if (type === "object") return zod.object(readAnswerFields(zod, field));
    if (type === "optional") return readField(zod, innerType).optional();
    if (type === "nullable") return readField(zod, innerType).nullable();
    if (type === "default") return readField(zod, innerType);
    // What is absent or null is undefined.
    if (type === "pipe") return readField(zod, getDefinition(getDefinition(before).innerType).innerType).optional();
    return field;
  };
  return read().meta(about);
}
