import type { AnyKind } from "../../kinds/declare";

/** The fields that an update writes; none if it sends no request. */
export function listWrittenFields({ fields, writing }: AnyKind, changed: readonly string[]): string[] {
  const isSent = (name: string) => !fields[name]?.local;
  const sent = changed.flatMap((name) => [name, ...(fields[name]?.sentWith ?? [])]).filter(isSent);
  if (sent.length === 0 || !writing?.sendsAll) return [...new Set(sent)];
  return Object.keys(fields).filter(isSent);
}
