import { UsageError } from "../command";
import type { MergeFilesOptions } from "./merge";

/** What only a person can decide about files that were generated before, for one run. */
export type Decisions = Required<Pick<MergeFilesOptions, "adopt" | "prefer" | "removed" | "renamed">>;

/**
 * The values of `--decide`.
 *
 * @throws UsageError
 * @example parseDecisions(["renamed:orders.cust_id=customer_id", "adopt"])
 */
export function parseDecisions(texts: readonly string[] = []): Decisions {
  const pick = (kind: string) =>
    texts.flatMap((text) => (text.startsWith(`${kind}:`) ? [text.slice(kind.length + 1)] : []));
  const wrong = texts.find((text) => !/^(renamed:[^=]+=.+|removed:.+|adopt|prefer:source)$/.test(text));
  if (wrong !== undefined) {
    throw new UsageError(
      `--decide ${wrong}: write renamed:orders.cust_id=customer_id, removed:orders.note, adopt or prefer:source.`,
    );
  }
  return {
    renamed: pick("renamed"),
    removed: pick("removed"),
    adopt: texts.includes("adopt"),
    prefer: texts.includes("prefer:source") ? "next" : "mine",
  };
}
