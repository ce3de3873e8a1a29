import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Properties } from "../core/engine";

/** Reads properties from a message; undefined where it has none. */
export function readStruct(struct: Struct | undefined): Properties | undefined {
  return struct?.toJavaScript();
}

/** @throws Error for a value that a message can't hold, such as `undefined`. */
export function toStruct(properties: Properties): Struct {
  return Struct.fromJavaScript(makeWellFormed(properties) as Record<string, JavaScriptValue>);
}

/**
 * Replaces halves of surrogate pairs: the engine refuses a message with one, and would lose an object that was created.
 */
function makeWellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(makeWellFormed);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), makeWellFormed(item)]));
}
