import type { UnreadDocument } from "pulumi-analytics-internal/core/impact";
import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import type { Outcome } from "../../command";
import type { Console } from "../../command/console";
import type { FileChange } from "../../command/files";
import type { FoundExposure, WantedExposure } from "./exposures";
import type { PlatformExposures } from "./platform";

/** What the command knows of the platform. */
export interface Platform {
  readonly found: PlatformExposures;
  readonly unread: readonly UnreadDocument[];
  readonly isWhole: boolean;
}

/** What the command has to tell. */
export interface Told {
  readonly found: readonly FoundExposure[];
  /** Undefined: it wasn't asked. */
  readonly platform: Platform | undefined;
  readonly fromPlatform: readonly WantedExposure[];
  readonly file: FileChange;
  /** How many exposures the file has. */
  readonly count: number;
  readonly isDryRun: boolean;
}

export function formatTold(told: Told, { color }: Console): Pick<Outcome, "json" | "text"> {
  const { found, platform, fromPlatform, file, count, isDryRun } = told;
  const { path, action } = file;
  const written = found.filter(({ dependsOn }) => dependsOn.length > 0);
  const others = [...new Set(found.flatMap((exposure) => exposure.others))].sort();
  const words = { create: "created", update: "changed", unchanged: "unchanged" };
  const word = `${isDryRun && action !== "unchanged" ? "would be " : ""}${words[action]}`;
  return {
    json: {
      file: path,
      action,
      exposures: found.map(({ reader: { name, file: of }, dependsOn, others: rest }) => {
        return { name, file: of, dependsOn, others: rest };
      }),
      platform: platform === undefined ? null : toJson(platform, fromPlatform),
    },
    text: [
      ...written.map(({ reader, dependsOn }) => `${escapeLine(reader.file)}: ${escapeLine(dependsOn.join(", "))}`),
      ...(platform?.found.found ?? []).map(({ document: { name, type }, dependsOn, owner }) =>
        escapeLine(`${name} (${type}, ${owner?.name ?? "owner unknown"}): ${dependsOn.join(", ")}`),
      ),
      ...(others.length > 0 ? [`Not in the dbt project: ${escapeLine(others.join(", "))}`] : []),
      ...describeLeftOut(platform),
      `${color.green(word)} ${path}: ${formatCount(count, "exposure")}.`,
    ].join("\n"),
  };
}

function describeLeftOut(platform: Platform | undefined): string[] {
  if (platform === undefined) {
    return ["Left out: workbooks and reports that are only on the platform. To add them, use --live."];
  }
  const { found, unread, isWhole } = platform;
  const partial = found.found.filter(({ isPartial }) => isPartial).map(({ document }) => document.name);
  return [
    ...(found.others > 0
      ? [`Left out: ${found.others} documents of the platform that read nothing of the project.`]
      : []),
    ...(isWhole ? [] : ["Left out: documents that these credentials can't see."]),
    ...unread.map(({ document: { name, type }, why }) =>
      escapeLine(`Couldn't be read, left as it was: ${name} (${type}): ${why.split("\n")[0]}`),
    ),
    ...(partial.length > 0 ? [`Only the columns could be read of: ${escapeLine(partial.join(", "))}`] : []),
  ];
}

function toJson({ found, unread, isWhole }: Platform, named: readonly WantedExposure[]) {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return {
    exposures: found.found.map(({ document: { stamp: _, ...about }, ...exposure }) => ({
      exposure: names.get(about.id),
      ...about,
      ...exposure,
      owner: exposure.owner ?? null,
    })),
    others: found.others,
    unreadable: unread.map(({ document: { id, name, type }, why }) => ({ id, name, type, why })),
    isWholeOrganization: isWhole,
  };
}
