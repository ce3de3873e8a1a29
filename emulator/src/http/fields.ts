import { z } from "zod";
import type { Call } from "../call";

/** The object of a body; what else it holds is dropped or refused, as the settings say. */
export function defineObject<Shape extends z.ZodRawShape>(call: Call, shape: Shape): z.ZodObject<Shape> {
  // Both have the same output type; only their treatment of further keys differs.
  const make = (call.settings.unknownFields === "refuse" ? z.strictObject : z.object) as typeof z.object;
  return make(shape) as z.ZodObject<Shape>;
}

/** A description that is absent isn't written; whether an empty one is, the settings say. */
export function presentOptionalText<Key extends string>(
  call: Call,
  key: Key,
  text: string | undefined,
): { [K in Key]?: string } {
  const absent = text === undefined || (text === "" && call.settings.emptyDescription === "omit");
  return (absent ? {} : { [key]: text }) as { [K in Key]?: string };
}
