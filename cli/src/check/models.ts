import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import { formatFindings } from "pulumi-analytics-internal/core/checks";
import { assignIds, type Finding, type JsonObject } from "pulumi-analytics-internal/core/model";
import { type CheckedModel, readCheckedModel } from "pulumi-analytics-internal/core/tables";
import { type Context, UsageError } from "../command";
import { type FileAddress, formatAddress } from "../documents/address";
import { type ReadChecksFile, readChecksFile } from "../documents/checks-files";
import type { Document } from "../documents/document";
import type { ChecksFile } from "../documents/find-files";
import type { DocumentSet } from "../documents/set";

/** A checks file, and its model on the platform. */
export interface CheckedFile extends Omit<ReadChecksFile, "modelPath"> {
  /** The model's own file, as it reads. */
  readonly form: JsonObject;
  readonly model: CheckedModel;
  readonly client: AnalyticsClient;
}

/**
 * Reads checks files, and their models on the platform: those of the stack's resources, else those of their names.
 *
 * @throws UsageError for what is wrong in a file, and for a model that the platform doesn't have.
 */
export async function readCheckedModels(
  { cwd, console }: Context,
  documents: DocumentSet,
  files: readonly ChecksFile[],
): Promise<CheckedFile[]> {
  return Promise.all(
    readChecksFiles(cwd, files).map(async ({ modelPath: path, ...checks }): Promise<CheckedFile> => {
      if (path === undefined) {
        throw new UsageError(
          `${checks.file}: there is no model beside it. Name the model's file in it: \`model: orders.yaml\`.`,
        );
      }
      const address: FileAddress = { from: "files", by: "path", value: path };
      const document = await documents.readOne(address, ["data model"]);
      const state = await documents.findResource(document);
      const there = await (state === undefined
        ? findNamed(documents, document, (message) => console.note(message))
        : documents.readCounterpart(document));
      const ids = state?.ids;
      const { client } = there.stored!;
      return {
        ...checks,
        form: assignIds(document.contents) as JsonObject,
        model: await readCheckedModel(client, there.model!, ids),
        client,
      };
    }),
  );
}

/** The platform's only model that is called as the file's is. */
async function findNamed(
  documents: DocumentSet,
  { contents, name, address }: Document,
  note: (message: string) => void,
): Promise<Document> {
  const own = typeof contents.name === "string" ? contents.name : name;
  const there = await documents.readOne({ from: "platform", by: "path", value: own }, ["data model"]);
  note(`${formatAddress(address)} counts as the platform's data model ${there.name}: no state says what it is.`);
  return there;
}

/** Reads checks files. @throws UsageError for what is wrong in them. */
export function readChecksFiles(cwd: string, files: readonly ChecksFile[]): ReadChecksFile[] {
  const read = files.map((file) => readChecksFile(cwd, file));
  refuseFindings(read);
  return read;
}

/** @throws UsageError with all that is wrong in checks files. */
export function refuseFindings(files: readonly { readonly findings: readonly Finding[] }[]): void {
  const lines = files.flatMap(({ findings }) => formatFindings(findings));
  if (lines.length > 0) throw new UsageError(...lines);
}
