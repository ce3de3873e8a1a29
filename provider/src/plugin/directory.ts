import { type ModelFile, modelDirectory } from "../core/files";
import { pack } from "../core/packed";
import { prefixErrors } from "../core/prefix-errors";
import { reviewNames } from "../core/spec/across";
import { unknownValue } from "../core/spec/json";
import { namedValue, normalizeName } from "../core/text";
import { clean, isUnknown, type Properties, secretValue } from "../core/values";
import { stackOption } from "../settings";
import { GrpcClient } from "./grpc/client";
import type { Of } from "./grpc/message";
import * as messages from "./grpc/messages";
import { resourceMonitor } from "./grpc/services";
import { readsElementIds } from "./resources";
import type { Folders } from "./spec-input";
import { marked, open } from "./values";

const token = "analytics:index:DataModelDirectory";
const modelToken = "analytics:index:DataModel";
/** The type of a model in a state of the dynamic provider. */
const formerToken = "pulumi-nodejs:dynamic/analytics:DataModel";

const names = ["path", "folderId", "ownerId", "refs", "allowDelete", "profile", "adopt"];

type ConstructRequest = Of<typeof messages.constructRequest>;
type ConstructResponse = Partial<Of<typeof messages.constructResponse>>;
type Registration = Partial<Of<typeof messages.registerResourceRequest>>;

/** A model of the directory that is registered. */
interface Registered {
  /** The file's name, as the file system has it. */
  readonly file: string;
  readonly urn: string;
  readonly id: unknown;
  readonly elementIds: unknown;
}

/** What a component needs of the plugin. */
export interface Surroundings {
  readonly folders: Folders;
  readonly log: (message: string, urn: string) => void;
  /** Whether the program has declared a resource in this run. */
  readonly isDeclared: (urn: string) => boolean;
}

/**
 * The component `DataModelDirectory` for programs in any language: it registers a model for each file of a folder, in dependency order, as
 * children of itself.
 */
export async function construct(
  request: ConstructRequest,
  { folders, log, isDeclared }: Surroundings,
): Promise<ConstructResponse> {
  const { type, name } = request;
  if (type !== token) throw new Error(`There is no component ${type}. Components of the package analytics: ${token}.`);
  const { values, secrets } = open(request.inputs);
  const { path } = values as { path: string };
  const warnings: string[] = [];
  const files = prefixErrors(`DataModelDirectory "${name}"`, () => {
    const unknown = Object.keys(values).filter((key) => !names.includes(key));
    if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such argument. Arguments: ${names.join(", ")}.`);
    if (typeof path !== "string" || isUnknown(path))
      throw new Error("path: must be a text that is known in a preview.");
    if (values.folderId === undefined) throw new Error("folderId: required.");
    const refs = values.refs ?? {};
    // The engine has a text for an unknown value.
    if (typeof refs !== "object" || Array.isArray(refs))
      throw new Error("refs: must be a dictionary whose names are known in a preview; its values may be unknown.");
    const given = new Set(Object.keys(refs).map((ref) => ref.split("#", 1)[0] as string));
    const found = modelDirectory(path, { project: folders.root, program: folders.program, refs: [...given] });
    const forms = found.map(({ name, form, source }) => ({ name, form, source }));
    warnings.push(...reviewNames(forms, stackOption("rules")));
    return found;
  });
  const monitor = new GrpcClient(request.monitorEndpoint);
  try {
    return await registerAll();
  } finally {
    monitor.close();
  }

  async function registerAll(): Promise<ConstructResponse> {
    const { urn } = await monitor.call(resourceMonitor.registerResource, componentOf(request));
    for (const warning of warnings) log(warning, urn);
    const models = new Map<string, Registered>();
    for (const file of files) {
      const model = modelOf(file, { request, parent: urn, values, secrets, models, isDeclared });
      const registered = await monitor.call(resourceMonitor.registerResource, model);
      models.set(normalizeName(file.name), {
        file: file.name,
        urn: registered.urn,
        id: registered.id || unknownValue,
        elementIds: registered.object?.elementIds ?? unknownValue,
      });
    }
    const outputs = {
      ids: Object.fromEntries([...models.values()].map(({ file, id }) => [file, id])),
      elementIds: Object.fromEntries([...models.values()].map(({ file, elementIds }) => [file, elementIds])),
    };
    await monitor.call(resourceMonitor.registerResourceOutputs, { urn, outputs });
    const dependencies = { urns: [...models.values()].map((model) => model.urn) };
    const stateDependencies = new Map(Object.keys(outputs).map((name) => [name, dependencies]));
    return { urn, state: outputs, stateDependencies };
  }
}

/** The component itself, with the options that its models inherit. */
function componentOf(request: ConstructRequest): Registration {
  const { type, name, parent, dependencies, aliases, protect, retainOnDelete, deletedWith, providers } = request;
  return {
    ...{ type, name, parent, dependencies, aliases, protect, retainOnDelete, deletedWith, providers },
    object: {},
    acceptSecrets: true,
    acceptResources: true,
  };
}

interface Context {
  readonly request: ConstructRequest;
  readonly parent: string;
  readonly values: Properties;
  readonly secrets: ReadonlySet<string>;
  readonly models: ReadonlyMap<string, Registered>;
  readonly isDeclared: Surroundings["isDeclared"];
}

/** A file's model: what `DataModelDirectory` of the TypeScript package declares. */
function modelOf(file: ModelFile, context: Context): Registration {
  const { request, parent, values, secrets, models } = context;
  const given = (values.refs ?? {}) as Properties;
  const refs: Properties = {};
  const dependencies = new Set([...dependenciesOf(request, "folderId"), ...dependenciesOf(request, "ownerId")]);
  for (const placeholder of file.placeholders) {
    const [name, element] = placeholder.split("#", 2) as [string, string?];
    const model = models.get(normalizeName(name));
    if (model !== undefined) {
      refs[placeholder] = element === undefined ? model.id : elementIn(model, element, file, name);
      dependencies.add(model.urn);
    } else if (namedValue(given, placeholder) !== undefined) {
      refs[placeholder] = namedValue(given, placeholder);
      for (const urn of dependenciesOf(request, "refs")) dependencies.add(urn);
    }
  }
  const again = (key: string) =>
    secrets.has(key) && values[key] !== undefined && !isUnknown(values[key]) ? secretValue(values[key]) : values[key];
  const inputs = {
    name: file.title,
    description: file.description,
    folderId: again("folderId"),
    ownerId: again("ownerId"),
    profile: again("profile"),
    adopt: again("adopt"),
    // Packed, not a file: what a file includes may be anywhere in the directory. The check of a file would read only its own folder.
    spec: { ...pack(JSON.stringify(file.form)), ...readsElementIds },
    file: file.source.file,
    refs: secrets.has("refs") ? secretValue(refs) : refs,
  };
  // Without these, the engine takes each input to depend on all: replacing a connection would replace the models.
  const byInput: Readonly<Record<keyof typeof inputs, readonly string[]>> = {
    name: [],
    description: [],
    folderId: dependenciesOf(request, "folderId"),
    ownerId: dependenciesOf(request, "ownerId"),
    profile: dependenciesOf(request, "profile"),
    adopt: dependenciesOf(request, "adopt"),
    spec: [],
    file: [],
    refs: [...dependencies],
  };
  const declared = Object.keys(byInput).filter((input) => inputs[input as keyof typeof inputs] !== undefined);
  return {
    type: modelToken,
    name: `${request.name}-${file.key}`,
    parent,
    aliases: formerNames(file, context).map((spec) => messages.alias.encode({ spec })),
    aliasSpecs: true,
    custom: true,
    object: clean(inputs),
    acceptSecrets: true,
    dependencies: [...dependencies],
    propertyDependencies: new Map(declared.map((input) => [input, { urns: byInput[input as keyof typeof inputs] }])),
    provider: request.providers.get("analytics") ?? "",
    supportsPartialValues: true,
    ...(values.allowDelete === true ? {} : { protect: true }),
  };
}

/**
 * The aliases of a file's model: as the dynamic provider registered it, as releases did whose names had the case of the file, and as the program declared
 * it before it moved into the directory. While the program still declares the latter, the engine would refuse that alias, and the two are two models.
 */
function formerNames({ key, name }: ModelFile, { request, isDeclared }: Context) {
  const { stack, project } = request;
  const former = [modelToken, formerToken];
  const isStillThere = former.some((type) => isDeclared(`urn:pulumi:${stack}::${project}::${type}::${name}`));
  const asSpelled = `${request.name}-${name}`;
  return [
    { type: formerToken },
    ...(key === name ? [] : former.map((type) => ({ name: asSpelled, type }))),
    ...(isStillThere ? [] : former.map((type) => ({ name, type, noParent: true }))),
  ];
}

function elementIn({ elementIds }: Registered, element: string, file: ModelFile, model: string): unknown {
  const ids = marked(elementIds)?.value ?? elementIds;
  if (isUnknown(ids)) return unknownValue;
  const id = namedValue(ids as Properties, element);
  if (id !== undefined) return id;
  const known = Object.keys(ids as object).join(", ") || "none";
  throw new Error(`${file.path}: !ref ${model}#${element}: the model has no element "${element}". It has: ${known}.`);
}

function dependenciesOf(request: ConstructRequest, input: string): readonly string[] {
  return request.inputDependencies.get(input)?.urns ?? [];
}
