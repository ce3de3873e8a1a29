import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from "@grpc/grpc-js";
import * as pulumi from "@pulumi/pulumi";
import { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { type RegisterResourceRequest, RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { DataModelDirectory, type DataModelDirectoryArgs } from "pulumi-analytics";
import { dropUndefined, unpack } from "../../../../provider/src/core/engine";
import { unknownValue } from "../../../../provider/src/core/model/json";
import { construct } from "../../../../provider/src/plugin/components";
import { ProgramFiles } from "../../../../provider/src/plugin/program-files";
import { readStruct, toStruct } from "../../../../provider/src/plugin/struct";
import { requireId } from "../../../../provider/src/program/model-reference";

// The directory of models, through both doors: a program with the SDK's mocks, and the plugin's component with a
// monitor of its own.

interface Registered {
  readonly name: string;
  readonly inputs: Record<string, unknown>;
}

type Args = Partial<Record<keyof DataModelDirectoryArgs, unknown>>;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "model-directory-"));
});
afterEach(() => rmSync(root, { recursive: true }));

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** What a resource is registered with, in whichever form a door sends it. */
function simplify(name: string, { spec, file, refs, ...inputs }: Record<string, unknown>): Registered {
  const { name: title, description, folderId } = inputs;
  return { name, inputs: { title, description, folderId, text: unpack(spec), file: String(file), refs } };
}

async function registerByProgram(args: Args): Promise<Registered[]> {
  const registered: Registered[] = [];
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, type, inputs }) => {
      if (type.endsWith(":DataModel")) registered.push(simplify(name, inputs));
      const elements = { facts: { id: `${name}-facts` } };
      return { id: `${name}-id`, state: { ...inputs, ids: { pages: {}, elements } } };
    },
  });
  const made = new DataModelDirectory("dir", { path: root, folderId: "folder", ...args } as DataModelDirectoryArgs);
  await Promise.all(Object.values(made.models).map((model) => new Promise((done) => model.urn.apply(done))));
  return registered;
}

async function registerByPlugin(args: Args): Promise<Registered[]> {
  const registered: Registered[] = [];
  const server = new Server();
  server.addService(ResourceMonitorService, {
    registerResource(
      { request }: ServerUnaryCall<RegisterResourceRequest, RegisterResourceResponse>,
      done: sendUnaryData<RegisterResourceResponse>,
    ) {
      const name = request.getName();
      if (request.getCustom()) registered.push(simplify(name, readStruct(request.getObject()) ?? {}));
      const object = toStruct({ elementIds: { facts: `${name}-facts` } });
      done(null, new RegisterResourceResponse().setUrn(`urn:${name}`).setId(`${name}-id`).setObject(object));
    },
    registerResourceOutputs: (_call: unknown, done: sendUnaryData<Empty>) => done(null, new Empty()),
  } as never);
  const port = await new Promise((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    ),
  );
  try {
    const request = new ConstructRequest()
      .setType("analytics:index:DataModelDirectory")
      .setName("dir")
      .setInputs(toStruct(dropUndefined({ path: root, folderId: "folder", ...args })))
      .setMonitorendpoint(`127.0.0.1:${port}`);
    const files = new ProgramFiles({ root: pulumi.runtime.getRootDirectory(), program: process.cwd() });
    await construct(request, { files, log: () => undefined, isDeclared: () => false });
  } finally {
    server.forceShutdown();
  }
  return registered;
}

const writeFacts = (source: string, formula = "[T/A]") =>
  `pages: [{ id: p, name: P, elements: [{ id: facts, kind: table, name: Facts, source: ${source},\n  columns: [{ ` +
  `id: a, name: A, formula: "${formula}" }] }] }]`;
const warehouse = "{ kind: warehouse-table, connectionId: !ref warehouse, path: [T] }";
const writeSource = (model: string) =>
  `{ kind: data-model, dataModelId: !ref ${model}, elementId: !ref ${model}#facts }`;

test("both doors register the same models, in the same order, with the same texts and values", async () => {
  write({
    "a.yaml": writeFacts(writeSource("Base"), "[Facts/A]"),
    "sub/Base.yml": `name: The base\ndescription: Below\n${writeFacts(warehouse)}`,
    "c.yaml": writeFacts(writeSource("elsewhere")),
  });
  const refs = { warehouse: "w-1", elsewhere: "m-1", "elsewhere#facts": "e-1" };
  const program = await registerByProgram({ refs });
  expect(await registerByPlugin({ refs })).toEqual(program);
  expect(program.map(({ name, inputs: { title, refs } }) => ({ name, title, refs }))).toEqual([
    { name: "dir-base", title: "The base", refs: { warehouse: "w-1" } },
    { name: "dir-a", title: "a", refs: { Base: "dir-base-id", "Base#facts": "dir-base-facts" } },
    { name: "dir-c", title: "c", refs: { elsewhere: "m-1", "elsewhere#facts": "e-1" } },
  ]);
});

test.each<[string, Record<string, string>, Args, RegExp]>([
  [
    "a cycle",
    { "a.yaml": writeFacts(writeSource("b")), "b.yaml": writeFacts(writeSource("a")) },
    {},
    /refer to each other in a cycle/,
  ],
  ["two files of one name", { "a.yaml": "pages: []", "b/a.json": '{"pages":[]}' }, {}, /have the same name/],
  ["a value nothing uses", { "a.yaml": "pages: []" }, { refs: { b: "x" } }, /refs\.b: no file under/],
  ["a text that can't be parsed", { "a.yaml": "pages: [" }, {}, /a\.yaml/],
  ["no such folder", {}, { path: "/nowhere/models" }, /models: doesn't exist/],
  ["a path that isn't known", {}, { path: unknownValue }, /path: must be a text that is known in a preview\.$/],
  ["no folder on the platform", { "a.yaml": "pages: []" }, { folderId: undefined }, /folderId: required\.$/],
  ["refs that aren't known", { "a.yaml": "pages: []" }, { refs: unknownValue }, /refs: must be a dictionary/],
  [
    "columns that other files don't have",
    {
      "base.yaml": writeFacts("{ kind: sql, connectionId: c, statement: S }"),
      "top.yaml": writeFacts(writeSource("base"), "[Facts/B]"),
      "zoo.yaml": writeFacts(writeSource("base"), "[Facts/C]"),
    },
    {},
    /top\.yaml:2:.*has no column `B`.*\n.*zoo\.yaml:2:.*has no column `C`/,
  ],
])("%s is the same error through both, and nothing is registered", async (_, files, args, message) => {
  write(files);
  const catchError = async (through: typeof registerByProgram) => {
    const result = await through(args).catch((error: Error) => error.message);
    expect(result).toMatch(message);
    return result;
  };
  expect(await catchError(registerByPlugin)).toBe(await catchError(registerByProgram));
});

test("an element that the other file doesn't have is named with the file that refers to it", async () => {
  write({
    "a.yaml": writeFacts(writeSource("base").replace("#facts", "#gone")),
    "base.yaml": writeFacts("{ kind: sql }"),
  });
  const where = `${join(root, "a.yaml")}: !ref base#gone`;
  const message = `${where}: the model has no element "gone". It has: facts.`;
  await expect(registerByPlugin({})).rejects.toThrow(message);
  // In a program, the error is one of an output, which ends the program.
  expect(() => requireId(undefined, 'element "gone"', { facts: {} }, where)).toThrow(message);
});
