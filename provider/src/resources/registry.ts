import type { AnyKind } from "../engine/kind";
import { dataModel } from "./data-model/lifecycle";
import { tag } from "./tag/lifecycle";

/** Every kind of resource; a new one is one line here. */
export const kinds: readonly AnyKind[] = [dataModel, tag];
