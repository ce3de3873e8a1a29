import type { Connection, WholeConnection, WriteDestination } from "../../core/api";
import { equal } from "../../core/engine";
import { getOwnValue } from "../../core/text";
import { listMasked, listUndeclared, type Warehouse } from "./details";
import type { ConnectionInputs } from "./fields";

/** A schema to write to, as a program declares it. */
interface DeclaredDestination {
  readonly writeCatalog?: string;
  readonly writeDatabase?: string;
  readonly writeSchema?: string;
  readonly writebackSchemaId?: string;
}

/**
 * The whole connection that a write sends, because the platform replaces all of it: what is declared, and what the
 * connection has where nothing is declared.
 *
 * @param now the connection to replace; undefined for a new one.
 * @param former the details that the state has: what the program no longer declares isn't kept.
 * @throws when the write would change where changes of input tables are logged, or would lose a place to write to.
 */
export function buildWhole(
  inputs: ConnectionInputs,
  now?: Connection,
  former: ConnectionInputs["details"] = {},
): WholeConnection {
  const { name, type, details, secrets = {}, description, poolSizes, timeoutSecs, useFriendlyNames } = inputs;
  if (now !== undefined) refuseMasked(inputs, now);
  return {
    name,
    type,
    details: {
      ...(now && listUndeclared(type, now, { ...former, ...details }, secrets)),
      ...details,
      ...buildDestinations(details, now, former),
      ...(now && writeAccessNow(inputs, now, former)),
    },
    secrets,
    ...(description && { description }),
    // A size without the flag sets it, and shows as a difference.
    ...(poolSizes && { poolSizes: { isPoolConfigured: true, ...poolSizes } }),
    ...omitNull("timeoutSecs", timeoutSecs ?? now?.timeout?.default),
    ...omitNull("useFriendlyNames", useFriendlyNames ?? now?.friendlyName),
    ...(now?.isArchived && { restore: true as const }),
  };
}

/** A detail that neither the program nor the platform tells would be lost. */
function refuseMasked({ name, type, details, secrets = {} }: ConnectionInputs, now: Connection): void {
  const given: Readonly<Record<string, unknown>> = { ...secrets, ...details };
  const lost = listMasked(type, now).filter((detail) => given[detail] === undefined);
  if (lost.length === 0) return;
  const fields = lost.map((detail) => `details.${detail}`).join(" and ");
  throw new Error(
    `The connection "${name}" (${now.connectionId}) was not updated. An update replaces the whole ` +
      `connection, and the platform would lose ${fields}, which the program doesn't declare and the platform ` +
      `shows only in part. Declare ${fields}.`,
  );
}

const omitNull = <Key extends string, Value>(key: Key, value: Value | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value };

/** The schemas to write to, with the ids by which the platform recognizes them. */
function buildDestinations(
  details: ConnectionInputs["details"],
  now: Connection | undefined,
  former: ConnectionInputs["details"],
): object {
  const schemas = details.writebackSchemas as readonly DeclaredDestination[] | undefined;
  const log = details.inputTableAuditLogSchema as DeclaredDestination | undefined;
  const logNow = now?.inputTableAuditLogSchema ?? undefined;
  if (logNow !== undefined && log !== undefined && !equal(listParts(log), listShownParts(logNow))) {
    throw new Error(
      "details.inputTableAuditLogSchema can't change: input tables would break. Nothing was written. Declare " +
        `${listShownParts(logNow).join(".")}.`,
    );
  }
  return {
    ...(schemas && { writebackSchemas: schemas.map((one) => addId(one, now?.writebackSchemas ?? [])) }),
    ...(log && { inputTableAuditLogSchema: addId(log, logNow ? [logNow] : []) }),
    // Left out, they would be removed.
    ...(!schemas && now?.writebackSchemas?.length && !details.writeAccess && !former.writebackSchemas
      ? { writebackSchemas: now.writebackSchemas.map((one) => toDeclared(one, now.type)) }
      : {}),
    ...(!log && logNow && { inputTableAuditLogSchema: toDeclared(logNow, now?.type) }),
  };
}

function addId(declared: DeclaredDestination, found: readonly WriteDestination[]): DeclaredDestination {
  const same = found.find((one) => equal(listParts(declared), listShownParts(one)));
  return same?.writebackSchemaId ? { writebackSchemaId: same.writebackSchemaId, ...declared } : declared;
}

function toDeclared({ database, schema, writebackSchemaId }: WriteDestination, type: string | undefined) {
  const where = type === "databricks" ? { writeCatalog: database } : { writeDatabase: database };
  return { ...where, writeSchema: schema, ...omitNull("writebackSchemaId", writebackSchemaId) };
}

/** Where the platform may write, in the words of PUT; nothing where that is declared, or sent as `writebackSchemas`. */
function writeAccessNow(
  { name, type, details, secrets }: ConnectionInputs,
  now: Connection,
  former: ConnectionInputs["details"],
): object {
  const isDeclared = [details, secrets, former].some((given) => given?.writeAccess !== undefined);
  if (!now.writeAccess || isDeclared || details.writebackSchemas || now.writebackSchemas?.length) return {};
  const [place, ...others] = now.writebacks ?? [];
  // The platform may have types that this release doesn't know.
  const [databaseName, schemaName] = getOwnValue(writeNames, type) ?? [];
  if (place === undefined || !schemaName || others.length > 0 || (databaseName && !place.database)) {
    throw new Error(
      `The connection "${name}" (${now.connectionId}) was not updated. An update replaces the whole connection, ` +
        "and the platform would lose details.writeAccess, which the program doesn't declare and the platform " +
        "doesn't show in full. Declare details.writeAccess.",
    );
  }
  return { writeAccess: { ...(databaseName && { [databaseName]: place.database }), [schemaName]: place.schema } };
}

/** What `writeAccess` calls the database, where it has one, and the schema. */
const writeNames: Readonly<Record<Warehouse, readonly [string | undefined, string]>> = {
  snowflake: ["writeDatabase", "writeSchema"],
  databricks: ["writeCatalog", "writeSchema"],
  bigQuery: ["writeProject", "writeDataset"],
  postgres: [undefined, "writeSchema"],
  redshift: [undefined, "writeSchema"],
  alloydb: [undefined, "writeSchema"],
  mysql: [undefined, "writeSchema"],
  starburst: ["writeCatalog", "writeSchema"],
  azuresql: ["writeDatabase", "writeSchema"],
  sqlserver: ["writeDatabase", "writeSchema"],
};

const listParts = ({ writeCatalog, writeDatabase, writeSchema }: DeclaredDestination) =>
  [writeCatalog ?? writeDatabase, writeSchema].filter((part) => part !== undefined);
const listShownParts = ({ database, schema }: WriteDestination) =>
  [database, schema].filter((part) => part !== undefined && part !== null);
