import { createHash, randomUUID } from "node:crypto";
import { readBytes } from "../core/files";
import { isUnknown } from "../core/values";
import { defineAction, defineKind, field, type LifecycleContext, reference, text } from "./declare";

/**
 * `POST /v2/connections/{connectionId}/dbtArtifacts` (beta). An action, not an object: the platform shows nothing of
 * what it got.
 */
export const dbtArtifacts = defineKind({
  name: "DbtArtifacts",
  docs: {
    description: `Uploads the artifacts of a dbt project to a connection (beta), so that the platform shows descriptions
and tests of dbt. This is an action: the provider uploads on create, and whenever the contents of the file change.

The file is a tar.gz of dbt's target folder, of at most 16 MB, which is the limit of this package and not of the
platform: if it is larger, leave the folders \`compiled\` and \`run\` out of it. Preview and \`up\` read it, so it must
be there. The state keeps the digest of its contents.

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
    digest: field(text.optional(), "SHA-256 of the file; the provider sets it.", { omitted: "keep", internal: true }),
  },

  review: {
    normalized(inputs) {
      const digest = readContents(inputs.file).digest ?? inputs.digest;
      return { ...inputs, ...(digest && { digest }) };
    },
    problems({ file }) {
      const { problem } = readContents(file);
      return problem === undefined ? [] : [`file: ${problem}`];
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

const toShrink =
  "Pack only the .json files of dbt's target folder, without compiled, run and partial_parse.msgpack: " +
  "`cd target && tar -czf ../target.tar.gz *.json`.";

/** The contents of the file as they are now, and their digest; or why they can't be read. */
function readContents(file: string): { contents?: Buffer; digest?: string; problem?: string } {
  if (isUnknown(file)) return {};
  try {
    const contents = readBytes(file, { toShrink });
    // A gzip begins with these bytes.
    if (contents[0] !== 0x1f || contents[1] !== 0x8b) return { problem: `${file} is not a tar.gz.` };
    return { contents, digest: createHash("sha256").update(contents).digest("hex") };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

async function upload({ client }: LifecycleContext, connectionId: string, file: string, expected: string | undefined) {
  const { contents, digest, problem } = readContents(file);
  if (contents === undefined) throw new Error(`file: ${problem}`);
  if (expected !== undefined && digest !== expected) {
    throw new Error(`file: ${file} has changed since the preview. Nothing was uploaded. Run \`pulumi up\` again.`);
  }
  await client.connections.uploadDbtArtifacts(connectionId, contents);
}
