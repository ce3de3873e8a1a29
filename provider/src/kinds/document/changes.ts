import { formatChanges, type SpecChange } from "../../core/spec";

/** The maximum number of changes in a message. */
const most = 8;

/** Changes as readable text; without values in a confidential document. */
export function tellChanges(changes: readonly SpecChange[], confidential: boolean | undefined): string[] {
  if (!confidential) return formatChanges(changes, { max: most });
  return formatChanges(
    changes.map((change) =>
      change.action === "changed" ? { ...change, before: "[secret]", after: "[secret]" } : change,
    ),
    { max: most },
  );
}
