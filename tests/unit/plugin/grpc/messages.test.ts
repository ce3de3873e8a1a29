import * as aliases from "@pulumi/pulumi/proto/alias_pb";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine from "@pulumi/pulumi/proto/engine_pb";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as provider from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import * as resource from "@pulumi/pulumi/proto/resource_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { kinds } from "../../../../provider/src/plugin/detailed-diff";
import type { Message as Declared } from "../../../../provider/src/plugin/grpc/message";
import * as messages from "../../../../provider/src/plugin/grpc/messages";
import * as services from "../../../../provider/src/plugin/grpc/services";

/** A type of message as Pulumi's SDK has it. */
interface Theirs {
  deserializeBinary(bytes: Uint8Array): { toObject(): object; serializeBinary(): Uint8Array };
}

const bytes = new Uint8Array([1, 2, 3]);
const properties = { name: "one", list: [1, true, null], deep: { key: "value" } };
/** As `toObject` has a struct. */
const urns = { urns: ["urn:a", "", "urn:b"] };

const declaredHere = { ...messages } as Readonly<Record<string, unknown>>;

/** Each message: its fields, with a value of each other than a message without it has. */
const all: Record<keyof typeof messages, readonly [Theirs, object] | undefined> = {
  empty: [Empty, {}],
  pluginInfo: [plugin.PluginInfo, { version: "1.0.0" }],
  pluginAttach: [plugin.PluginAttach, { address: "127.0.0.1:1" }],
  handshakeRequest: [provider.ProviderHandshakeRequest, { engineAddress: "127.0.0.1:1" }],
  handshakeResponse: [provider.ProviderHandshakeResponse, { acceptSecrets: true }],
  getSchemaResponse: [provider.GetSchemaResponse, { schema: "{}" }],
  checkRequest: [provider.CheckRequest, { urn: "urn:a", olds: properties, news: properties, type: "a:b:C" }],
  checkResponse: [
    provider.CheckResponse,
    { inputs: properties, failures: [{ reason: "first" }, { reason: "second" }] },
  ],
  diffChanges: undefined,
  diffRequest: [
    provider.DiffRequest,
    {
      ...{ id: "1", urn: "urn:a", type: "a:b:C", ignoreChanges: ["a", "b"] },
      ...{ olds: properties, news: properties, oldInputs: properties },
    },
  ],
  diffResponse: [
    provider.DiffResponse,
    {
      ...{ replaces: ["a"], deleteBeforeReplace: true, changes: 2, diffs: ["a", "b"], hasDetailedDiff: true },
      detailedDiff: new Map([
        ["a.b", { kind: 5, inputDiff: true }],
        ["c", { kind: 4, inputDiff: false }],
      ]),
    },
  ],
  configureRequest: [provider.ConfigureRequest, { args: properties }],
  configureResponse: [provider.ConfigureResponse, { acceptSecrets: true, supportsPreview: true }],
  createRequest: [provider.CreateRequest, { urn: "urn:a", properties, preview: true, type: "a:b:C" }],
  createResponse: [provider.CreateResponse, { id: "1", properties }],
  readRequest: [provider.ReadRequest, { id: "1", urn: "urn:a", properties, inputs: properties, type: "a:b:C" }],
  readResponse: [provider.ReadResponse, { id: "1", properties, inputs: properties }],
  updateRequest: [
    provider.UpdateRequest,
    {
      ...{ id: "1", urn: "urn:a", type: "a:b:C", preview: true },
      ...{ olds: properties, news: properties, oldInputs: properties },
    },
  ],
  updateResponse: [provider.UpdateResponse, { properties }],
  deleteRequest: [provider.DeleteRequest, { id: "1", urn: "urn:a", properties, type: "a:b:C" }],
  invokeRequest: [provider.InvokeRequest, { token: "a:b:c", args: properties }],
  invokeResponse: [provider.InvokeResponse, { return: properties }],
  listRequest: [
    provider.ListRequest,
    { token: "a:b:C", query: properties, limit: 5_000_000_000, pageSize: 20, continuationToken: "40" },
  ],
  listResponse: [provider.ListResponse, { result: { id: "1", name: "one" }, continuation: undefined }],
  constructRequest: [
    provider.ConstructRequest,
    {
      ...{ monitorEndpoint: "127.0.0.1:1", type: "a:b:C", name: "one", parent: "urn:p", inputs: properties },
      ...{ project: "bench", stack: "dev" },
      ...{ protect: false, retainOnDelete: true, dependencies: ["urn:a"], deletedWith: "urn:d" },
      inputDependencies: new Map([["a", urns]]),
      providers: new Map([["a", "urn:p::1"]]),
      aliases: [messages.alias.encode({ spec: { type: "former" } })],
    },
  ],
  constructResponse: [
    provider.ConstructResponse,
    { urn: "urn:a", state: properties, stateDependencies: new Map([["a", urns]]) },
  ],
  alias: [aliases.Alias, { spec: { name: "old", type: "former", noParent: true } }],
  registerResourceRequest: [
    resource.RegisterResourceRequest,
    {
      ...{ type: "a:b:C", name: "one", parent: "urn:p", custom: true, object: properties, protect: false },
      ...{ dependencies: ["urn:a"], provider: "urn:p::1", acceptSecrets: true, supportsPartialValues: true },
      ...{ acceptResources: true, retainOnDelete: true, deletedWith: "urn:d", aliasSpecs: true },
      propertyDependencies: new Map([["a", urns]]),
      providers: new Map([["a", "urn:p::1"]]),
      aliases: [messages.alias.encode({ spec: { type: "former" } })],
    },
  ],
  registerResourceResponse: [resource.RegisterResourceResponse, { urn: "urn:a", id: "1", object: properties }],
  registerResourceOutputsRequest: [resource.RegisterResourceOutputsRequest, { urn: "urn:a", outputs: properties }],
  logSeverity: undefined,
  logRequest: [engine.LogRequest, { severity: 2, message: "a message", urn: "urn:a" }],
  resourceInitFailed: [provider.ErrorResourceInitFailed, { id: "1", properties, reasons: ["because"] }],
  status: [Status, { code: 2, message: "a message", details: [{ typeUrl: "a/b", value: bytes }] }],
};

const declared = Object.entries(all).flatMap(([name, sample]) => (sample ? [[name, ...sample] as const] : []));

/** A name as the SDK's classes have it: without the word for its container, in one case. */
const plain = (name: string) =>
  name
    .replace(/(List|Map)$/, "")
    .toLowerCase()
    .replace(/^(tok|pb_return)$/, (short) => ({ tok: "token", pb_return: "return" })[short]!);

/** The fields that have a value, by their names. */
function filled(message: object): string[] {
  return Object.entries(message)
    .filter(
      ([, value]) =>
        value !== undefined && value !== "" && value !== 0 && !(Array.isArray(value) && value.length === 0),
    )
    .map(([name]) => plain(name));
}

test.each(declared)(
  "%s: Pulumi's own message reads each field under its name, and writes it back",
  (name, theirs, values) => {
    const ours = declaredHere[name] as Declared<object>;
    const read = theirs.deserializeBinary(ours.encode(values));
    const expected = Object.keys(values).filter((key) => (values as Record<string, unknown>)[key] !== undefined);
    const found = filled(read.toObject());
    expect(found).toEqual(expect.arrayContaining(expected.map(plain)));
    // Only booleans have a value that looks like none.
    const others = found.filter((key) => !expected.map(plain).includes(key));
    expect(others.filter((key) => (read.toObject() as Record<string, unknown>)[key] === true)).toEqual([]);
    expect(ours.decode(read.serializeBinary())).toEqual(values);
    expect(ours.decode(new Uint8Array())).toEqual(ours.decode(ours.encode({})));
  },
);

test("the numbers of enumerations are Pulumi's", () => {
  const { DiffChanges } = provider.DiffResponse;
  const { INFO, WARNING } = engine.LogSeverity;
  expect(messages.diffChanges).toEqual({ none: DiffChanges.DIFF_NONE, some: DiffChanges.DIFF_SOME });
  expect(messages.logSeverity).toEqual({ info: INFO, warning: WARNING });
  const { ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE } = provider.PropertyDiff.Kind;
  expect(Object.values(kinds)).toEqual([ADD, ADD_REPLACE, DELETE, DELETE_REPLACE, UPDATE, UPDATE_REPLACE]);
});

test.each([
  [services.resourceProvider, ResourceProviderService],
  [services.engine, EngineService],
  [services.resourceMonitor, ResourceMonitorService],
] as const)("the paths of methods are Pulumi's", (ours, theirs) => {
  const paths = Object.fromEntries(Object.entries(theirs).map(([name, { path }]) => [name, path]));
  for (const [name, { path }] of Object.entries(ours)) expect(path).toBe(paths[name]);
});
