import * as pulumi from "@pulumi/pulumi";
import { Folder, Tag } from "pulumi-analytics";
import * as native from "../../../provider/src/native";

interface Registration {
  getDeletebeforereplace(): boolean;
  getDeletebeforereplacedefined(): boolean;
  getReplaceonchangesList(): string[];
}

/** What a resource is registered with. */
async function listRegistered(declare: () => unknown): Promise<Registration> {
  await pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "id", state: inputs }),
    call: ({ inputs }) => inputs,
  });
  const monitor = pulumi.runtime.getMonitor() as unknown as {
    registerResource(request: Registration, done: unknown): void;
  };
  const original = monitor.registerResource.bind(monitor);
  return new Promise((resolve) => {
    monitor.registerResource = (request, done) => {
      resolve(request);
      original(request, done);
    };
    declare();
  });
}

const registerTag = (options?: pulumi.CustomResourceOptions) =>
  listRegistered(() => new Tag("t", { name: "t", color: "grass" }, options));

test.each([undefined, {}, { deleteBeforeReplace: undefined }, { deleteBeforeReplace: true }])(
  "a kind that deletes first does so with the options %j, also where a wrapper passes undefined",
  async (options) => {
    expect((await registerTag(options)).getDeletebeforereplace()).toBe(true);
  },
);

test("the program may turn it off, and other kinds don't have it", async () => {
  expect((await registerTag({ deleteBeforeReplace: false })).getDeletebeforereplace()).toBe(false);
  const folder = await listRegistered(() => new Folder("f", { name: "f" }, { deleteBeforeReplace: undefined }));
  expect(folder.getDeletebeforereplacedefined()).toBe(false);
});

test.each([
  ["contents", native.Workbook, { schemaVersion: 1, kind: "workbook", pages: [], elements: [] }],
  ["spec", native.DataModel, { schemaVersion: 1, pages: [] }],
] as const)(
  "a path into %s in replaceOnChanges counts as all of it, for the engine too",
  async (field, Kind, document) => {
    const declare = () =>
      new (Kind as typeof native.Workbook)("d", { name: "d", folderId: "f", [field]: document } as never, {
        replaceOnChanges: ["name", `${field}.pages[0].name`],
      });
    expect((await listRegistered(declare)).getReplaceonchangesList()).toContain(field);
  },
);
