import { getOwnValue } from "pulumi-analytics-internal/core/text";
import type { Manifest } from "../documents/pull-manifest";
import type { References } from "../documents/references";

/** What a pull keeps, and the names that it gave. */
export interface Kept {
  readonly manifest: Manifest;
  readonly references: References;
  /** Models that the platform has no more. */
  readonly gone?: ReadonlySet<string>;
}

/**
 * Which model's file refers to which other by its name. A circle of such references couldn't be declared: no model
 * could be the first.
 */
export class ModelGraph {
  constructor(private readonly kept: Kept) {}

  /** Whether the file of a model may refer to another one by its name: it is declared, and that closes no circle. */
  mayRefer(id: string): (other: string) => boolean {
    return (other) => other !== id && this.isDeclared(other) && !this.isReachable(other, id);
  }

  isDeclared(id: string): boolean {
    const { manifest, gone } = this.kept;
    const model = getOwnValue(manifest.models, id);
    return model !== undefined && model.leftOut === undefined && !gone?.has(id);
  }

  /** Whether the file of one model refers to another one, by way of others or not. */
  isReachable(from: string, to: string): boolean {
    const { manifest, references } = this.kept;
    const seen = new Set<string>();
    const open = [from];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (id === to) return true;
      if (seen.has(id)) continue;
      seen.add(id);
      for (const name of Object.keys(getOwnValue(manifest.models, id)?.refs ?? {})) {
        const other = references.findModel(name);
        if (other !== undefined) open.push(other.id);
      }
    }
    return false;
  }
}
