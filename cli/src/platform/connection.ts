import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { isSameName, suggestWord } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command/exit";
import { collectLiving } from "./models";

/** The id of a connection that is given by its id or name. */
export async function findConnection({ list }: AnalyticsClient["connections"], given: string): Promise<string> {
  // Whoever can't list connections may give an id.
  const all = await collectLiving(list()).catch(() => undefined);
  if (all === undefined) return given;
  if (all.some(({ connectionId }) => connectionId === given)) return given;
  const named = all.filter(({ name }) => isSameName(name, given)).map(({ connectionId }) => connectionId);
  if (named.length === 1) return named[0]!;
  if (named.length > 1)
    throw new UsageError(`${given}: ${named.length} connections have this name: ${named.join(", ")}.`);
  const names = all.map(({ name }) => name);
  throw new UsageError(
    `${given}: no connection has this id or name.${suggestWord(given, names)} Connections: ${names.join(", ")}.`,
  );
}
