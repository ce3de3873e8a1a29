import { type Connection, readUnlessGone } from "../../core/api";
import { equal, isUnknown } from "../../core/engine";
import { getOwnValue } from "../../core/text";
import { defineAreaKind } from "../declare";
import { detailsByType, listHidden, listMissing, readDetails, type Warehouse } from "./details";
import { type ConnectionInputs, fields, outputs } from "./fields";
import { buildWhole } from "./whole";

/** `/v2/connections`. The platform shows little of a connection, and a write replaces all of it. */
export const connection = defineAreaKind({
  name: "Connection",
  area: "connections",
  docs: {
    description: `A connection to a warehouse, which data models and other documents read.

\`details\` depends on \`type\`. Secret details are in \`secrets\`, which is encrypted in the state and never shown:

| \`type\` | \`details\` | \`secrets\` |
|---|---|---|
| \`snowflake\` | \`account\`, \`host\`, \`user\`, \`warehouse\`, \`role\`, \`authType\` (\`key-pair\`, \
\`oauth\`, \`basic-auth\`) \
| \`privateKey\` (PEM) and \`privateKeyPassphrase\`, \`password\` or \`clientSecret\` |
| \`databricks\` | \`host\`, \`httpPath\`, OAuth | \`token\` or \`clientSecret\` |
| \`bigQuery\` | \`projectId\`, \`useOauth\` | \`serviceAccount\` (JSON) or \`clientSecret\` |
| \`postgres\`, \`redshift\`, \`alloydb\` | \`host\`, \`database\`, \`user\`, \`port\` | \`password\` |
| \`mysql\`, \`starburst\` | \`host\`, \`port\`, \`user\` | \`password\` |
| \`azuresql\`, \`sqlserver\` | \`server\`, \`port\`, \`user\`; \`azuresql\` also \`database\` | \`password\` |

A secret may be a reference \`{ secretManagerId, secretId }\` to a secret manager, which keeps the secret out of the
state.

The platform connects to the warehouse when a connection is created or updated, unless it uses OAuth, and refuses the
request when it can't.

The platform returns neither secrets nor most details, such as the host. These can't drift, and an import can't find
them. To use another secret, change it in \`secrets\`, or change \`secretsVersion\` to send the same values again.

An update sends the whole connection, because the platform replaces all of it. Details that the platform shows and the
program doesn't declare stay as they are. Declare the details that the platform doesn't return, such as \`host\` and
\`authType\`: an update removes them otherwise. If the platform shows that it may write and not where, the provider
refuses the update until \`details.writeAccess\` is declared. If \`secrets\` or needed details are unknown, which they
are after an import or an adoption without them, the provider refuses the update before it sends it and names the
missing fields. Only a new name can be sent without them.

A delete archives the connection, and documents on it break. \`adopt: { id }\` of an archived connection restores it
with the declared details. \`adopt: true\` finds a connection by its name. The provider never changes or deletes the
connections that the platform made: the sample data and the audit log.`,
    endpoints: ["POST|GET /v2/connections", "GET|PUT|PATCH|DELETE /v2/connections/{connectionId}"],
    example: `const warehouse = new analytics.Connection("warehouse", {
  name: "Snowflake EU",
  type: "snowflake",
  details: {
    account: "acme-eu",
    host: "acme-eu.snowflakecomputing.com",
    authType: "key-pair",
    user: "ANALYTICS",
    warehouse: "REPORTING",
  },
  secrets: { privateKey: config.requireSecret("warehouseKey") },
});
export const connectionId = warehouse.id;`,
  },
  needs: { permission: "an Admin account", lookups: ["connection"] },
  deletion: {
    loses: "the access of its documents to their data",
    leaves: () => "Connections that were deleted are archived: `adopt: { id }` restores them.",
  },
  fields,
  outputs,
  variants: detailsByType,
  pull: { file: "warehouse", about: "Connections to warehouses and services." },

  review: {
    problems: (inputs, { isNew }) => [
      ...(isNew && !inputs.adopt
        ? listUndeclared(inputs).map(
            (path) => `${path}: required; only an adopted connection (\`adopt\`) can do without it.`,
          )
        : []),
      ...(inputs.secrets === undefined && inputs.secretsVersion !== undefined
        ? ["secretsVersion: sends the secrets again, and none are declared."]
        : []),
      ...listKeyProblems(inputs),
    ],
    previewMessages({ details: { inputTableAuditLogSchema: after } }, olds) {
      const before = olds?.details.inputTableAuditLogSchema;
      return before !== undefined && after !== undefined && !equal(before, after)
        ? ["details.inputTableAuditLogSchema changes: `up` refuses that, because input tables would break."]
        : [];
    },
  },

  adoption: {
    notComparable: () =>
      "secrets, and details that the platform doesn't return, count as declared; change secretsVersion to send them",
    async archived({ client }, id) {
      const found = await readUnlessGone(client.connections.get(id));
      if (!found?.isArchived || client.connections.isBuiltIn(found)) return undefined;
      return { inputs: { type: found.type as Warehouse, name: found.name, details: {} }, outputs: readOutputs(found) };
    },
  },

  writing: { sendsAll: true },

  describe: ({ name }) => `connection "${name}"`,

  hint: ({ detail, method }) =>
    method !== "GET" && /\bconnect\b|authenticat|password|\bkey\b|log ?in/i.test(detail)
      ? "The platform connects to the warehouse before it saves. Check the host and the sign-in in details and " +
        "secrets, and that the warehouse's network admits the platform; Snowflake needs account and host."
      : undefined,

  async create({ client, madeId }, inputs) {
    const created = await client.connections.create(buildWhole(inputs), madeId);
    return { id: created.connectionId, outputs: readOutputs(created) };
  },

  show(found, known) {
    const type = found.type as Warehouse;
    if (found.isSample || found.isAuditLog) {
      throw new Error(
        `The connection "${found.name}" (${found.connectionId}) is built into the platform and can't be changed.`,
      );
    }
    return {
      inputs: {
        name: found.name,
        type,
        details: readDetails(type, found, known?.inputs.details),
        ...(found.timeout && { timeoutSecs: found.timeout.default }),
        ...(typeof found.friendlyName === "boolean" && { useFriendlyNames: found.friendlyName }),
        ...(found.poolSizes && { poolSizes: readSizes(found.poolSizes, known?.inputs.poolSizes) }),
      },
      outputs: readOutputs(found),
    };
  },

  async update({ client, isAdopted = false }, id, _patch, { news, olds, changed }) {
    const missing =
      news.secrets === undefined && !isShared(news) ? [...listUndeclared(news), "secrets"] : listUndeclared(news);
    if (missing.length === 0) {
      const now = await client.connections.get(id);
      if (isAdopted && !now.isArchived) refuseHidden(news, id);
      return readOutputs(await client.connections.replace(id, buildWhole(news, now, olds.inputs.details)));
    }
    const others = [...changed].filter((name) => name !== "name" && name !== "secrets");
    if (others.length > 0) throw new Error(describeIncomplete(news, id, missing));
    // Secrets that are left out are unknown: there is nothing to send.
    if (!changed.has("name")) return undefined;
    // Deprecated, and the only write that needs no secrets.
    await client.connections.update(id, { name: news.name });
    return undefined;
  },

  mock: (id, { details }) => ({ id, outputs: { useOauth: details.authType === "oauth" || details.useOauth === true } }),
});

const readOutputs = ({ useOauth }: Connection) => ({ useOauth: useOauth ?? false });

/** What isn't declared of what the platform needs. Values that are known only after apply are declared. */
function listUndeclared({ type, details, secrets }: ConnectionInputs): string[] {
  const known = { type, details: isUnknown(details) ? {} : details, ...(isUnknown(secrets) ? {} : { secrets }) };
  return listMissing(known).filter((path) => !isUnknown(path.startsWith("details") ? details : secrets));
}

/** What the platform refuses only when it signs in. */
function listKeyProblems({ secrets }: ConnectionInputs): string[] {
  const key = isUnknown(secrets) ? undefined : secrets?.privateKey;
  return typeof key !== "string" || isUnknown(key) || /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)
    ? []
    : ["secrets.privateKey: isn't in PEM, which begins with -----BEGIN PRIVATE KEY-----. Give the file's text."];
}

/** Whether the connection signs in by the organization's OAuth, which has no secrets here. */
function isShared({ details }: ConnectionInputs): boolean {
  return (details.authType === "oauth" || details.useOauth === true) && details.clientId === undefined;
}

/**
 * The platform doesn't show most details. Of an adopted connection, nobody knows those that aren't declared, unless the
 * program says that it declares all.
 */
function refuseHidden({ name, type, details, secretsVersion }: ConnectionInputs, id: string): void {
  const hidden = listHidden(type).filter((detail) => getOwnValue(details, detail) === undefined);
  if (secretsVersion !== undefined || hidden.length === 0) return;
  throw new Error(
    `The connection "${name}" (${id}) was not updated. It was adopted, an update replaces the whole connection, and ` +
      `the platform doesn't show ${hidden.map((detail) => `details.${detail}`).join(", ")}: it would lose what of ` +
      "these is set and not declared. Declare it, then set secretsVersion: 1, which sends the connection as declared.",
  );
}

function describeIncomplete({ name }: ConnectionInputs, id: string, missing: readonly string[]): string {
  return (
    `The connection "${name}" (${id}) was not updated. An update replaces the whole connection, and the platform ` +
    `would lose what is not declared: ${missing.join(", ")}. Set ` +
    `${missing.length > 1 ? "these fields" : "this field"}; secrets: {} says that there are none.`
  );
}

/** The sizes that are declared, as the platform has them; all of them where nothing is declared. */
function readSizes({ isPoolConfigured, ...sizes }: Record<string, unknown>, declared?: object) {
  if (isPoolConfigured === false) return undefined;
  if (declared === undefined) return isPoolConfigured === true ? sizes : undefined;
  return Object.fromEntries(Object.keys(declared).map((name) => [name, sizes[name]]));
}
