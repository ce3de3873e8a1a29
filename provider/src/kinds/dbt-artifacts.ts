import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import * as z from "zod";
import { isUnknown } from "../core/engine";
import { readBytes, UnreadableFileError } from "../core/files";
import type { Run } from "../core/runtime";
import { digestArtifacts } from "./dbt/digest";
import { defineAction, defineKind, field, type LifecycleContext, reference, text } from "./declare";

/**
 * `POST /v2/connections/{connectionId}/dbtArtifacts` (beta). An action, not an object: the platform shows nothing of
 * what it got.
 */
export const dbtArtifacts = defineKind({
  name: "DbtArtifacts",
  docs: {
    description: `Uploads the artifacts of a dbt project to a connection (beta), so that the platform shows
descriptions, tests and freshness of dbt. This is an action: the provider uploads on create, and whenever the
artifacts change.

The file is a tar.gz of dbt's target folder. Preview and \`up\` compare what the platform shows: descriptions, columns,
tests, their results, and when data was loaded. Ids and times of runs don't count, so another \`dbt build\` of an
unchanged project uploads nothing. The state keeps a digest. To upload anyway, change \`triggers\`.

A job without dbt, such as a drift check, needs no file: if it isn't there, the last upload counts, and a message says
so. Only a create and an upload need it. The file may have 256 MB, unpacked 1 GB; these are limits of this package.

The platform returns nothing of an upload, so a change in the product isn't seen. Deleting the resource does nothing on
the platform. There is nothing to read, import or adopt.`,
    endpoints: ["POST /v2/connections/{connectionId}/dbtArtifacts"],
    example: `const warehouse = analytics.getConnectionOutput({ name: "Warehouse" });
new analytics.DbtArtifacts("dbt", { connectionId: warehouse.id, file: "dbt/target.tar.gz" });`,
  },
  needs: { permission: "an Admin account", lookups: ["connection"] },
  fields: {
    connectionId: reference("Connection", "Id of the connection. Changing it uploads to the other connection.", {
      replaces: true,
    }),
    file: field(text, "Path of the file, relative to the folder of the program.", { local: true }),
    triggers: field(z.array(z.unknown()).optional(), "Any values. Changing one uploads again."),
    digest: field(text.optional(), "Digest of the artifacts; the provider sets it.", {
      omitted: "keep",
      internal: true,
    }),
  },

  review: {
    normalized(inputs, before, context) {
      const digest = examine(inputs.file, context).digest ?? before?.digest;
      return { ...inputs, ...(digest && { digest }) };
    },
    problems({ file }, context) {
      const { problem } = examine(file, context);
      return problem === undefined ? [] : [`file: ${problem}`];
    },
    previewMessages({ file }, olds, context) {
      const { missing } = examine(file, context);
      if (missing === undefined) return [];
      return [
        olds?.digest === undefined
          ? `warning: file: ${missing} \`pulumi up\` uploads it: run dbt and pack its target folder before.`
          : `file: ${file} isn't there. Nothing is uploaded; the platform keeps the last upload.`,
      ];
    },
  },

  describe: ({ file, connectionId }) => `dbt artifacts ${file} of the connection ${connectionId}`,

  async create(context, { connectionId, file, digest }) {
    await upload(context, connectionId, file, digest);
    return { id: randomUUID(), outputs: {} };
  },

  async update(context, _id, { digest }, { news }) {
    await upload(context, news.connectionId, news.file, digest);
    return {};
  },

  ...defineAction(
    "DbtArtifacts are an action: the platform returns nothing that can be read or imported. Declare them; the " +
      "next `pulumi up` uploads the file.",
  ),
});

/** Bytes of the file. */
const largestFile = 256 * 1024 * 1024;

const toShrink =
  "Pack only the .json files of dbt's target folder, without compiled, run and partial_parse.msgpack: " +
  "`cd target && tar -czf ../target.tar.gz *.json`.";

/** What is known of a file: its digest, or why there is none. */
interface Examination {
  readonly digest?: string;
  /** That it isn't there. */
  readonly missing?: string;
  /** Why it can't be uploaded. */
  readonly problem?: string;
}

/** What was found in the file that was examined last, by everything that changes with its contents. */
interface Examined {
  readonly key: string;
  readonly found: Examination;
}
const createLast = (): { examined?: Examined } => ({});

/** The digest of a file as it is now, or why there is none. */
function examine(file: string, { run }: { readonly run: Run }): Examination {
  // Whatever is no path, the check of types names.
  if (isUnknown(file) || typeof file !== "string") return {};
  const key = describeVersion(file);
  const last = run.get(createLast);
  if (key === undefined || last.examined?.key !== key) {
    const { contents, ...found } = read(file);
    if (contents === undefined || key === undefined) return found;
    last.examined = { key, found };
  }
  return last.examined.found;
}

function describeVersion(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats && [file, process.cwd(), stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
}

function read(file: string): Examination & { readonly contents?: Buffer } {
  try {
    const contents = readBytes(file, { toShrink, atMost: largestFile });
    // A gzip begins with these bytes.
    if (contents[0] !== 0x1f || contents[1] !== 0x8b) return { problem: `${file} is not a tar.gz.` };
    return { contents, ...digest(file, contents) };
  } catch (error) {
    const { message } = error as Error;
    const isMissing = error instanceof UnreadableFileError && (error.code === "ENOENT" || error.code === "ENOTDIR");
    return isMissing ? { missing: message } : { problem: message };
  }
}

function digest(file: string, contents: Buffer): Examination {
  try {
    return { digest: digestArtifacts(contents) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ERR_BUFFER_TOO_LARGE" ? "unpacked, it is larger than 1 GB" : message;
    return { problem: `${file} is not a usable tar.gz: ${why}. ${toShrink}` };
  }
}

async function upload({ client }: LifecycleContext, connectionId: string, file: string, expected: string | undefined) {
  const { contents, digest, missing, problem = missing } = read(file);
  if (contents === undefined || digest === undefined) throw new Error(`file: ${problem}`);
  if (expected !== undefined && expected !== digest) {
    throw new Error(`file: ${file} has changed since the preview. Nothing was uploaded. Run \`pulumi up\` again.`);
  }
  await client.connections.uploadDbtArtifacts(connectionId, contents);
}
