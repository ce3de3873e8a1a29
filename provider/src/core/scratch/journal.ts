import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { appendJsonLine, createFileName, isRunning, listFiles, parseJsonLines, readText } from "../runtime";

/**
 * The scratch documents of this machine that may still exist. It works as the journal of creates in `host/create` does:
 * each process writes its own file, with a line before the create request, one after the response, and one after the
 * delete. A later process reads the files of ended ones, deletes what they left, and then removes the files.
 *
 * The name of a scratch document has its stamp, by which one is found whose create was never answered.
 */
export interface ScratchJournal {
  /** Call it before the request that creates a document. */
  begin(record: Omit<ScratchRecord, "stamp" | "at" | "host">): ScratchRecord;
  /** The document exists. */
  made(stamp: string, id: string): void;
  /** The document is deleted, or was never created. */
  deleted(stamp: string): void;
  /** What ended processes left, of one organization. */
  listLeft(organizationId: string): readonly LeftScratch[];
}

/** What scratch documents there are, as lists of files call them. */
const scratchType = z.enum(["workbook", "data-model"]);
export type ScratchType = z.infer<typeof scratchType>;

const record = z.object({
  /** Identifies the document, whose name has it. */
  stamp: z.string(),
  organizationId: z.string(),
  /** The folder that it was created in. */
  folderId: z.string(),
  type: scratchType.default("workbook"),
  /** When, in milliseconds since 1970. */
  at: z.number(),
  /** The machine or container: processes of another one can't be seen. */
  host: z.string(),
});
/** A scratch document that is about to be created. */
export type ScratchRecord = z.infer<typeof record>;

/** One that may still exist. */
export interface LeftScratch extends ScratchRecord {
  /** Undefined: the create was never answered. */
  readonly id: string | undefined;
  /** It is deleted. */
  settle(): void;
}

const line = z.union([
  z.object({ begin: record }),
  z.object({ made: z.string(), id: z.string() }),
  z.object({ deleted: z.string() }),
]);
type Line = z.infer<typeof line>;

/** `<name of the process>-<random>.jsonl` */
const fileName = /^(\d+-\w+)-\w+\.jsonl$/;

/** Milliseconds after which a process of another container counts as ended. */
const foreignMs = 3600 * 1000;

/** The name of a scratch document. */
export const nameScratch = ({ stamp }: Pick<ScratchRecord, "stamp">) => `pulumi-analytics check ${stamp}`;

/** The journal's folder, in Pulumi's home. */
export const getScratchFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  join(environment.PULUMI_HOME || join(homedir(), ".pulumi"), "analytics", "scratch");

/**
 * The journal in a folder.
 *
 * @throws Error when it can't be written: a scratch document would be left behind by a process that is killed.
 */
export function openScratchJournal(directory: string, now: () => number = Date.now): ScratchJournal {
  const own = createFileName("jsonl");
  const open = new Set<string>();
  const append = (name: string, written: Line) => appendJsonLine(join(directory, name), written);
  return {
    begin(fields) {
      const begun = { ...fields, stamp: randomBytes(8).toString("hex"), at: now(), host: hostname() };
      append(own, { begin: begun });
      open.add(begun.stamp);
      return begun;
    },
    made: (stamp, id) => append(own, { made: stamp, id }),
    deleted(stamp) {
      append(own, { deleted: stamp });
      open.delete(stamp);
      if (open.size === 0) rmSync(join(directory, own), { force: true });
    },
    listLeft(organizationId) {
      return listFiles(directory, fileName).flatMap((name) => {
        if (name === own || isRunning(fileName.exec(name)![1]!)) return [];
        const left = listOpen(readLines(join(directory, name)));
        if (left.length === 0) rmSync(join(directory, name), { force: true });
        return left
          .filter(
            (one) => one.organizationId === organizationId && (one.host === hostname() || now() - one.at > foreignMs),
          )
          .map((one) => ({ ...one, settle: () => append(name, { deleted: one.stamp }) }));
      });
    },
  };
}

function listOpen(lines: readonly Line[]): Omit<LeftScratch, "settle">[] {
  const made = new Map(lines.flatMap((one) => ("made" in one ? [[one.made, one.id] as const] : [])));
  const gone = new Set(lines.flatMap((one) => ("deleted" in one ? [one.deleted] : [])));
  const begun = lines.flatMap((one) => ("begin" in one ? [one.begin] : []));
  return begun.filter(({ stamp }) => !gone.has(stamp)).map((one) => ({ ...one, id: made.get(one.stamp) }));
}

const readLines = (file: string): Line[] =>
  parseJsonLines(readText(file)).flatMap((value) => {
    const parsed = line.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
