import type { Policies, PolicyPackArgs } from "@pulumi/policy";
import * as proto from "@pulumi/pulumi/proto/analyzer_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";

type Rpc<Request, Response> = (
  call: { request: Request },
  callback: (error: Error | null | undefined, response: Response) => void,
) => void;
type MakeRpc<Request, Response> = (
  pack: string,
  version: string,
  level: string,
  policies: PolicyPackArgs["policies"],
) => Rpc<Request, Response>;

/** The policy server's own functions, which its types leave out: what the engine calls, without a socket between. */
const server = require("@pulumi/policy/server") as {
  makeAnalyzeRpcFun: MakeRpc<proto.AnalyzeRequest, proto.AnalyzeResponse>;
  makeAnalyzeStackRpcFun: MakeRpc<proto.AnalyzeStackRequest, proto.AnalyzeResponse>;
  makeRemediateRpcFun: MakeRpc<proto.AnalyzeRequest, proto.RemediateResponse>;
};

/** A resource as the engine describes it to a policy pack. */
export interface Subject {
  kind: string;
  name?: string;
  properties: Record<string, unknown>;
  /** For whole stacks: the resources that an input depends on, by name. */
  dependsOn?: Record<string, string[]>;
}

/** A secret, as it travels. */
export const wrapSecret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

const getType = (kind: string) => (kind.includes(":") ? kind : `pulumi-nodejs:dynamic/analytics:${kind}`);
const formUrn = (kind: string, name: string) => `urn:pulumi:test::test::${getType(kind)}::${name}`;

function buildRequest({ kind, name = "it", properties }: Subject): proto.AnalyzeRequest {
  const request = new proto.AnalyzeRequest();
  request.setType(getType(kind));
  request.setName(name);
  request.setUrn(formUrn(kind, name));
  request.setOptions(new proto.AnalyzerResourceOptions());
  request.setProperties(buildStruct(properties));
  return request;
}

function buildStruct(properties: Record<string, unknown>): Struct {
  return Struct.fromJavaScript(properties as Parameters<typeof Struct.fromJavaScript>[0]);
}

async function ask<Request, Response>(rpc: Rpc<Request, Response>, request: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    rpc({ request }, (error, response) => (error ? reject(error) : resolve(response)));
  });
}

/**
 * The violations that policies find in a resource, as `<level>: <message>`, the policy's description and its settings
 * left out.
 */
export async function analyze(policies: Policies, subject: Subject): Promise<string[]> {
  return (await analyzeWhole(policies, subject)).map(dropSettings);
}

/** The same with the settings of the policies. */
export async function analyzeWhole(policies: Policies, subject: Subject): Promise<string[]> {
  const rpc = server.makeAnalyzeRpcFun("test", "1.0.0", "advisory", policies);
  return listViolations(await ask(rpc, buildRequest(subject)));
}

const dropSettings = (message: string) =>
  message.replace(/\nTo (?:change this policy|turn this policy off), (?:edit|set) .*$/, "");

/** The violations that policies find in a stack, as `<resource>: <message>`. */
export async function analyzeStack(policies: Policies, subjects: readonly Subject[]): Promise<string[]> {
  const request = new proto.AnalyzeStackRequest();
  const urns = new Map(subjects.map(({ kind, name = "it" }) => [name, formUrn(kind, name)]));
  request.setResourcesList(
    subjects.map(({ kind, name = "it", properties, dependsOn = {} }) => {
      const resource = new proto.AnalyzerResource();
      resource.setType(getType(kind));
      resource.setName(name);
      resource.setUrn(formUrn(kind, name));
      resource.setOptions(new proto.AnalyzerResourceOptions());
      resource.setProperties(buildStruct(properties));
      for (const [property, names] of Object.entries(dependsOn)) {
        const dependencies = new proto.AnalyzerPropertyDependencies();
        dependencies.setUrnsList(names.map((other) => urns.get(other)!));
        resource.getPropertydependenciesMap().set(property, dependencies);
      }
      return resource;
    }),
  );
  const response = await ask(server.makeAnalyzeStackRpcFun("test", "1.0.0", "advisory", policies), request);
  return response
    .getDiagnosticsList()
    .map((found) => `${found.getUrn().split("::").at(-1)}: ${found.getMessage().split("\n").slice(1).join("\n")}`)
    .map(dropSettings);
}

/** The properties of a resource after the policies' remediation; undefined when nothing was changed. */
export async function remediate(policies: Policies, subject: Subject): Promise<Record<string, unknown> | undefined> {
  const response = await ask(server.makeRemediateRpcFun("test", "1.0.0", "advisory", policies), buildRequest(subject));
  const [remediation] = response.getRemediationsList();
  expect(remediation?.getDiagnostic() ?? "").toBe("");
  return remediation?.getProperties()?.toJavaScript();
}

function listViolations(response: proto.AnalyzeResponse): string[] {
  const levels = ["advisory", "mandatory"];
  return response
    .getDiagnosticsList()
    .map(
      (found) =>
        `${levels[found.getEnforcementlevel()]}: ` +
        `${found.getMessage().split("\n").slice(1).join("\n") || found.getMessage()}`,
    );
}

/** The text that stands for a value known only after the update. */
export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A data model of one page with the given elements. */
export function buildModel(elements: unknown[], properties: Record<string, unknown> = {}): Subject {
  const spec = JSON.stringify({ pages: [{ id: "main", name: "Main", elements }] });
  return { kind: "DataModel", properties: { name: "Orders", folderId: "f-1", spec, ...properties } };
}

/** A table of the warehouse, with what is given instead. */
export function buildTable(fields: Record<string, unknown> = {}) {
  return {
    id: "orders",
    kind: "table",
    name: "Orders",
    description: "One row per order.",
    source: { kind: "warehouse-table", connectionId: "c-1", path: ["ANALYTICS", "CORE", "ORDERS"] },
    columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]", description: "In euro." }],
    ...fields,
  };
}
