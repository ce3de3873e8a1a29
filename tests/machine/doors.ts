import { isDeepStrictEqual } from "node:util";
import { unknownValue } from "../../provider/src/core/model/json";
import type { DynamicProvider } from "../../provider/src/host/dynamic";
import type { Door } from "../door";
import type { HostProcess } from "./host-process";
import type { Entry, Properties } from "./state";

/** What the engine asks a plugin host, through either door. Properties are as the engine has them. */
export interface Provider {
  check(urn: string, olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: readonly string[] }>;
  diff(entry: Entry, news: Properties): Promise<Difference>;
  create(urn: string, inputs: Properties): Promise<Made>;
  /** What a preview shows of a create. */
  previewCreate(urn: string, inputs: Properties): Promise<Properties>;
  read(entry: Entry): Promise<(Made & { inputs: Properties }) | undefined>;
  update(entry: Entry, news: Properties): Promise<Properties>;
  delete(entry: Entry): Promise<void>;
}

export interface Difference {
  readonly changes: boolean;
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

export interface Made {
  readonly id: string;
  readonly outputs: Properties;
}

/** The object that a failed create or update left, which the engine keeps; undefined: none. */
export function readPartial(error: unknown): Made | undefined {
  const { id, properties, reasons } = error as { id?: string; properties?: Properties; reasons?: string[] };
  return reasons !== undefined && id !== undefined && properties !== undefined
    ? { id, outputs: cross(properties) }
    : undefined;
}

/** Data as it crosses between two processes. */
function cross<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data));
}

export const formType = (door: Door, kind: string) =>
  ({ dynamic: `pulumi-nodejs:dynamic/analytics:${kind}`, plugin: `analytics:index:${kind}` })[door];

export const readKind = (type: string) => type.slice(type.lastIndexOf(":") + 1);

/** The provider of a process, for one run. @param settings of the stack. */
export function openProvider(door: Door, process: HostProcess, settings: Properties): (type: string) => Provider {
  return door === "dynamic" ? openDynamic(process, settings) : openPlugin(process, settings);
}

/** As Node's dynamic-provider host passes things on. */
function openDynamic({ loaded, run }: HostProcess, settings: Properties): (type: string) => Provider {
  const { createDynamicProvider } = loaded.loadDynamic();
  const known = new Map<string, DynamicProvider>();
  const get = (type: string) => {
    const kind = readKind(type);
    const provider = known.get(kind) ?? createDynamicProvider(loaded.registry[kind]!(), run);
    if (!known.has(kind)) provider.configure({ config: { get: (key) => settings[key] as string } });
    known.set(kind, provider);
    return provider;
  };
  const keepText = (from: Properties, to: Properties) => ({ ...to, __provider: from.__provider });
  return (type) => {
    const provider = get(type);
    return {
      async check(_urn, olds, news) {
        const { inputs, failures } = await provider.check(cross(olds), cross(news));
        return { inputs: cross(keepText(news, inputs)), failures: failures.map(({ reason }) => reason) };
      },
      async diff({ id, inputs, outputs }, news) {
        const { changes, replaces = [] } = await provider.diff(id, cross(outputs), cross(news));
        return { changes: changes ?? !isDeepStrictEqual(inputs, news), replaces, deleteBeforeReplace: false };
      },
      async create(_urn, inputs) {
        const { id, outs } = await provider.create(cross(inputs));
        return { id, outputs: cross(keepText(inputs, outs)) };
      },
      previewCreate: async (_urn, inputs) => inputs,
      async read({ id, inputs, outputs }) {
        const found = await provider.read(id, cross(outputs));
        if (found.id === "") return undefined;
        return {
          id: found.id,
          outputs: cross(keepText(outputs, found.props)),
          inputs: cross(keepText(inputs, found.inputs ?? inputs)),
        };
      },
      async update({ id, outputs }, news) {
        const { outs } = await provider.update(id, cross(outputs), cross(news));
        return cross(keepText(news, outs));
      },
      delete: ({ id, outputs }) => provider.delete(id, cross(outputs)),
    };
  };
}

/** As the plugin's service passes things on. */
function openPlugin(process: HostProcess, settings: Properties): (type: string) => Provider {
  const { Resources, ProgramFiles } = process.loaded.loadPlugin();
  process.loaded.configure((key) => settings[key] as string);
  const root = process.directory;
  const resources = new Resources(new ProgramFiles({ root, program: root }), process.run);
  return (type) => ({
    async check(urn, olds, news) {
      return cross(await resources.check({ urn, type, olds: cross(olds), news: cross(news) }));
    },
    async diff({ urn, id, inputs, outputs }, news) {
      return cross(
        await resources.diff({ urn, type, id, olds: cross(outputs), oldInputs: cross(inputs), news: cross(news) }),
      );
    },
    async create(urn, inputs) {
      const { id, properties } = await resources.create({ urn, type, properties: cross(inputs), preview: false });
      return { id, outputs: cross(properties) };
    },
    async previewCreate(urn, inputs) {
      const { properties } = await resources.create({ urn, type, properties: cross(inputs), preview: true });
      return cross(properties);
    },
    async read({ urn, id, inputs, outputs }) {
      const found = await resources.read({ urn, type, id, properties: cross(outputs), inputs: cross(inputs) });
      if (found.id === "") return undefined;
      return { id: found.id, outputs: cross(found.properties ?? {}), inputs: cross(found.inputs ?? {}) };
    },
    async update({ urn, id, inputs, outputs }, news) {
      const change = { urn, type, id, olds: cross(outputs), oldInputs: cross(inputs), news: cross(news) };
      return cross((await resources.update({ ...change, preview: false })).properties);
    },
    delete: ({ urn, id, outputs }) => resources.delete({ urn, type, id, properties: cross(outputs) }),
  });
}

export { unknownValue };
