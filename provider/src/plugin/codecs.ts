import type { AnyKind } from "../kinds/declare";
import { type Folders, PlainCodec, type PropertyCodec } from "./codec";
import { ModelCodec } from "./model-codec";

/** The kinds with a codec of their own. */
const codecs: Readonly<Record<string, typeof PlainCodec>> = { DataModel: ModelCodec };

/** The codec of a kind. */
export function createCodec(kind: AnyKind, folders: () => Folders): PropertyCodec {
  return new (codecs[kind.name] ?? PlainCodec)(kind, folders);
}
