import type { Properties } from "../../core/engine";
import type { AnyKind } from "../../kinds/declare";

/** Of an adopted object: the optional fields that the declaration leaves to the platform, which has a value for them. */
export function listKept({ fields }: AnyKind, declared: Properties, there: Properties): string[] {
  return Object.keys(fields).filter((name) => {
    const { local, writeOnly, omitted } = fields[name]!;
    const isReadable = !local && !writeOnly && omitted !== "keep";
    return isReadable && declared[name] === undefined && there[name] !== undefined;
  });
}

/** The declaration of an adopted object, with what the platform has in the place of what is left out. */
export function addKept(kind: AnyKind, declared: Properties, there: Properties): Properties {
  const kept = listKept(kind, declared, there).map((name) => [name, there[name]]);
  return { ...declared, ...Object.fromEntries(kept) };
}
