import { bytes, flag, integer, list, longInteger, map, message, nested, optionalFlag, struct, text } from "./message";

/**
 * The messages that the plugin and the engine exchange, with the fields that the plugin uses. Their numbers are those of the files in proto/pulumi of
 * the repository pulumi/pulumi, which only ever adds fields; the tests compare them with the messages of Pulumi's SDK for Node.js.
 */

export const empty = message({});

export const pluginInfo = message({ version: text(1) });
export const pluginAttach = message({ address: text(1) });
export const handshakeRequest = message({ engineAddress: text(1) });
export const handshakeResponse = message({ acceptSecrets: flag(1) });
export const getSchemaResponse = message({ schema: text(1) });

/** With a property name, the engine would print the whole value: a secret, or a model of thousands of lines. */
const checkFailure = message({ reason: text(2) });
export const checkRequest = message({ urn: text(1), olds: struct(2), news: struct(3), type: text(7) });
export const checkResponse = message({ inputs: struct(1), failures: list(2, (n) => nested(n, checkFailure)) });

/** Whether anything differs, in a `DiffResponse`. */
export const diffChanges = { none: 1, some: 2 } as const;
/** `kind`: one of `detailed-diff.ts`. */
const propertyDiff = message({ kind: integer(1), inputDiff: flag(2) });
export const diffRequest = message({
  id: text(1),
  urn: text(2),
  olds: struct(3),
  news: struct(4),
  ignoreChanges: list(5, text),
  oldInputs: struct(6),
  type: text(8),
});
export const diffResponse = message({
  replaces: list(1, text),
  deleteBeforeReplace: flag(3),
  changes: integer(4),
  diffs: list(5, text),
  detailedDiff: map(6, (n) => nested(n, propertyDiff)),
  hasDetailedDiff: flag(7),
});

export const configureRequest = message({ args: struct(2) });
export const configureResponse = message({ acceptSecrets: flag(1), supportsPreview: flag(2) });

export const createRequest = message({ urn: text(1), properties: struct(2), preview: flag(4), type: text(6) });
export const createResponse = message({ id: text(1), properties: struct(2) });

export const readRequest = message({
  id: text(1),
  urn: text(2),
  properties: struct(3),
  inputs: struct(4),
  type: text(6),
});
export const readResponse = message({ id: text(1), properties: struct(2), inputs: struct(3) });

export const updateRequest = message({
  id: text(1),
  urn: text(2),
  olds: struct(3),
  news: struct(4),
  preview: flag(7),
  oldInputs: struct(8),
  type: text(10),
});
export const updateResponse = message({ properties: struct(1) });

export const deleteRequest = message({ id: text(1), urn: text(2), properties: struct(3), type: text(7) });

export const invokeRequest = message({ token: text(1), args: struct(2) });
export const invokeResponse = message({ return: struct(1) });

const listResult = message({ id: text(1), name: text(2) });
const listContinuation = message({ continuationToken: text(1) });
export const listRequest = message({
  token: text(1),
  query: struct(2),
  limit: longInteger(3),
  pageSize: longInteger(4),
  continuationToken: text(5),
});
/** One of the two. */
export const listResponse = message({
  result: nested(2, listResult),
  continuation: nested(3, listContinuation),
});

const propertyDependencies = message({ urns: list(1, text) });
export const constructRequest = message({
  project: text(1),
  stack: text(2),
  monitorEndpoint: text(6),
  type: text(7),
  name: text(8),
  parent: text(9),
  inputs: struct(10),
  inputDependencies: map(11, (n) => nested(n, propertyDependencies)),
  protect: optionalFlag(12),
  providers: map(13, text),
  dependencies: list(15, text),
  deletedWith: text(20),
  retainOnDelete: optionalFlag(24),
  aliases: list(29, bytes),
});
export const constructResponse = message({
  urn: text(1),
  state: struct(2),
  stateDependencies: map(3, (n) => nested(n, propertyDependencies)),
});

const aliasSpec = message({ name: text(1), type: text(2), noParent: flag(6) });
export const alias = message({ spec: nested(2, aliasSpec) });
export const registerResourceRequest = message({
  type: text(1),
  name: text(2),
  parent: text(3),
  custom: flag(4),
  object: struct(5),
  protect: optionalFlag(6),
  dependencies: list(7, text),
  provider: text(8),
  propertyDependencies: map(9, (n) => nested(n, propertyDependencies)),
  acceptSecrets: flag(13),
  supportsPartialValues: flag(19),
  acceptResources: flag(21),
  providers: map(22, text),
  retainOnDelete: optionalFlag(25),
  /** Each is an `alias`; those of a `constructRequest` are passed on. */
  aliases: list(26, bytes),
  deletedWith: text(27),
  aliasSpecs: flag(28),
});
export const registerResourceResponse = message({ urn: text(1), id: text(2), object: struct(3) });
export const registerResourceOutputsRequest = message({ urn: text(1), outputs: struct(2) });

/** How a message of the log is shown. */
export const logSeverity = { info: 1, warning: 2 } as const;
export const logRequest = message({ severity: integer(1), message: text(2), urn: text(3) });

/** What goes with an error: a resource that was created in part. */
export const resourceInitFailed = message({ id: text(1), properties: struct(2), reasons: list(3, text) });
const any = message({ typeUrl: text(1), value: bytes(2) });
export const status = message({ code: integer(1), message: text(2), details: list(3, (n) => nested(n, any)) });
