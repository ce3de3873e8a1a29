import type { AnyKind } from "../kinds/declare";
import { PropertyCodec } from "./codec";
import { DocumentCodec } from "./document-codec";
import { ModelCodec } from "./model-codec";
import type { ProgramFiles } from "./program-files";

/** The kinds with a codec of their own. */
const codecs: Readonly<Record<string, typeof PropertyCodec>> = {
  DataModel: ModelCodec,
  Report: DocumentCodec,
  Workbook: DocumentCodec,
};

/** The codec of a kind. */
export function createCodec(kind: AnyKind, files: ProgramFiles): PropertyCodec {
  return new (codecs[kind.name] ?? PropertyCodec)(kind, files);
}
