import { credentials } from "@grpc/grpc-js";
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { type ConstructRequest, ConstructResponse } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
  type RegisterResourceResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { dropUndefined, isUnknown, type Properties, pack, wrapSecret } from "../core/engine";
import { type PlannedModel, planModelDirectory } from "../core/files";
import { unknownValue } from "../core/model/json";
import { describeMissingPart, getOwnValue, prefixErrors } from "../core/text";
import { readStackTable } from "../settings";
import { findMissingInFiles } from "./asked-elements";
import { callEngine, channelOptions } from "./grpc";
import { readsElementIds } from "./model-codec";
import type { ProgramFiles } from "./program-files";
import { readStruct, toStruct } from "./struct";
import { open, readMarked } from "./values";

const token = "analytics:index:DataModelDirectory";
const modelToken = "analytics:index:DataModel";
/** The type of a model in a state of the dynamic provider. */
const formerToken = "pulumi-nodejs:dynamic/analytics:DataModel";

const names = ["path", "folderId", "ownerId", "refs", "allowDelete", "profile", "adopt"];

/** A model of the directory that is registered. */
interface Registered {
  readonly urn: string;
  readonly id: unknown;
  readonly elementIds: unknown;
}

/** What a component needs of the plugin. */
export interface Surroundings {
  readonly files: ProgramFiles;
  readonly log: (message: string, urn: string) => void;
  /** Whether the program has declared a resource in this run. */
  readonly isDeclared: (urn: string) => boolean;
}

/**
 * The component `DataModelDirectory` for programs in any language: it registers a model for each file of a folder, in
 * dependency order, as children of itself.
 */
export async function construct(
  request: ConstructRequest,
  { files, log, isDeclared }: Surroundings,
): Promise<ConstructResponse> {
  const [type, name] = [request.getType(), request.getName()];
  if (type !== token) throw new Error(`There is no component ${type}. Components of the package analytics: ${token}.`);
  const { values, secrets } = open(readStruct(request.getInputs()));
  const plan = prefixErrors(`DataModelDirectory "${name}"`, () => {
    const unknown = Object.keys(values).filter((key) => !names.includes(key));
    if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such argument. Arguments: ${names.join(", ")}.`);
    const { path, folderId, refs } = values;
    const { root: project, program } = files;
    const planned = planModelDirectory(
      name,
      { path, folderId, refs },
      { project, program, rules: readStackTable("rules") },
    );
    const forms = Object.fromEntries(planned.models.map(({ file, value }) => [file, value]));
    const missing = files.isYaml ? findMissingInFiles(name, forms, files) : [];
    if (missing.length > 0) throw new Error(missing.join("\n"));
    return planned;
  });
  const monitor = new ResourceMonitorClient(request.getMonitorendpoint(), credentials.createInsecure(), channelOptions);
  try {
    return await registerAll();
  } finally {
    monitor.close();
  }

  function register(resource: RegisterResourceRequest): Promise<RegisterResourceResponse> {
    return callEngine((done) => monitor.registerResource(resource, done));
  }

  async function registerAll(): Promise<ConstructResponse> {
    const urn = (await register(toComponent(request))).getUrn();
    for (const warning of plan.warnings) log(warning, urn);
    const models = new Map<string, Registered>();
    for (const planned of plan.models) {
      const context = { request, parent: urn, values, secrets, models, isDeclared };
      const registered = await register(toModel(planned, context));
      models.set(planned.file, {
        urn: registered.getUrn(),
        id: registered.getId() || unknownValue,
        elementIds: readStruct(registered.getObject())?.elementIds ?? unknownValue,
      });
    }
    const outputs = {
      ids: Object.fromEntries([...models].map(([file, { id }]) => [file, id])),
      elementIds: Object.fromEntries([...models].map(([file, { elementIds }]) => [file, elementIds])),
    };
    const ended = new RegisterResourceOutputsRequest().setUrn(urn).setOutputs(toStruct(outputs));
    await callEngine((done) => monitor.registerResourceOutputs(ended, done));
    const response = new ConstructResponse().setUrn(urn).setState(toStruct(outputs));
    const dependencies = new ConstructResponse.PropertyDependencies();
    dependencies.setUrnsList([...models.values()].map((model) => model.urn));
    for (const name of Object.keys(outputs)) response.getStatedependenciesMap().set(name, dependencies);
    return response;
  }
}

/** The component itself, with the options that its models inherit. */
function toComponent(request: ConstructRequest): RegisterResourceRequest {
  const component = new RegisterResourceRequest()
    .setType(request.getType())
    .setName(request.getName())
    .setParent(request.getParent())
    .setDependenciesList(request.getDependenciesList())
    .setAliasesList(request.getAliasesList())
    .setDeletedwith(request.getDeletedwith())
    .setObject(new Struct())
    .setAcceptsecrets(true)
    .setAcceptresources(true);
  // Left out, an option isn't the same as false.
  if (request.hasProtect()) component.setProtect(request.getProtect() as boolean);
  if (request.hasRetainondelete()) component.setRetainondelete(request.getRetainondelete() as boolean);
  for (const [name, provider] of request.getProvidersMap().entries()) component.getProvidersMap().set(name, provider);
  return component;
}

interface Context {
  readonly request: ConstructRequest;
  readonly parent: string;
  readonly values: Properties;
  readonly secrets: ReadonlySet<string>;
  /** By the names of their files. */
  readonly models: ReadonlyMap<string, Registered>;
  readonly isDeclared: Surroundings["isDeclared"];
}

/** A file's model: what `DataModelDirectory` of the TypeScript package declares. */
function toModel(planned: PlannedModel, context: Context): RegisterResourceRequest {
  const { request, parent, values, secrets, models } = context;
  const given = (values.refs ?? {}) as Properties;
  const refs: Properties = {};
  const dependencies = new Set([...listDependencies(request, "folderId"), ...listDependencies(request, "ownerId")]);
  for (const { placeholder, name, element } of planned.matches) {
    const model = models.get(name);
    const where = `${planned.path}: !ref ${placeholder}`;
    if (model === undefined) refs[placeholder] = given[name];
    else refs[placeholder] = element === undefined ? model.id : findElement(model, element, where);
    for (const urn of model === undefined ? listDependencies(request, "refs") : [model.urn]) dependencies.add(urn);
  }
  const keepSecret = (key: string) =>
    secrets.has(key) && values[key] !== undefined && !isUnknown(values[key]) ? wrapSecret(values[key]) : values[key];
  const inputs = {
    name: planned.name,
    description: planned.description,
    folderId: keepSecret("folderId"),
    ownerId: keepSecret("ownerId"),
    profile: keepSecret("profile"),
    adopt: keepSecret("adopt"),
    // Packed, not a file: what a file includes may be anywhere in the directory. The check of a file would read only
    // its own folder.
    spec: { ...pack(JSON.stringify(planned.value)), ...readsElementIds },
    file: planned.source.file,
    refs: secrets.has("refs") ? wrapSecret(refs) : refs,
  };
  // Without these, the engine takes each input to depend on all: replacing a connection would replace the models.
  const byInput: Readonly<Record<keyof typeof inputs, readonly string[]>> = {
    name: [],
    description: [],
    folderId: listDependencies(request, "folderId"),
    ownerId: listDependencies(request, "ownerId"),
    profile: listDependencies(request, "profile"),
    adopt: listDependencies(request, "adopt"),
    spec: [],
    file: [],
    refs: [...dependencies],
  };
  const model = new RegisterResourceRequest()
    .setType(modelToken)
    .setName(planned.resource)
    .setParent(parent)
    .setAliasesList(listAliases(planned, context).map(toAlias))
    .setAliasspecs(true)
    .setCustom(true)
    .setObject(toStruct(dropUndefined(inputs)))
    .setAcceptsecrets(true)
    .setDependenciesList([...dependencies])
    .setProvider(request.getProvidersMap().get("analytics") ?? "")
    .setSupportspartialvalues(true);
  if (values.allowDelete !== true) model.setProtect(true);
  for (const [input, urns] of Object.entries(byInput)) {
    if (inputs[input as keyof typeof inputs] === undefined) continue;
    const dependencies = new RegisterResourceRequest.PropertyDependencies().setUrnsList([...urns]);
    model.getPropertydependenciesMap().set(input, dependencies);
  }
  return model;
}

/** An alias; what is left out is as it is now. */
interface AliasSpec {
  readonly name?: string;
  readonly type: string;
  readonly noParent?: boolean;
}

function toAlias({ name = "", type, noParent }: AliasSpec): Alias {
  const spec = new Alias.Spec().setName(name).setType(type);
  if (noParent) spec.setNoparent(true);
  return new Alias().setSpec(spec);
}

/**
 * The aliases of a model: the one of the dynamic provider, and its former names in both providers. While the program
 * still declares a former resource outside the component, the engine would refuse that alias, and the two are two
 * models.
 */
function listAliases({ formerNames }: PlannedModel, { request, isDeclared }: Context): AliasSpec[] {
  const [stack, project] = [request.getStack(), request.getProject()];
  const types = [modelToken, formerToken];
  const isStillThere = (name: string) =>
    types.some((type) => isDeclared(`urn:pulumi:${stack}::${project}::${type}::${name}`));
  return [
    { type: formerToken },
    ...formerNames
      .filter(({ name, isTop }) => !isTop || !isStillThere(name))
      .flatMap(({ name, isTop }) => types.map((type) => ({ name, type, noParent: isTop }))),
  ];
}

function findElement({ elementIds }: Registered, element: string, where: string): unknown {
  const ids = readMarked(elementIds)?.value ?? elementIds;
  if (isUnknown(ids)) return unknownValue;
  const id = getOwnValue(ids as Properties, element);
  if (id !== undefined) return id;
  throw new Error(describeMissingPart(`element "${element}"`, ids as object, where));
}

function listDependencies(request: ConstructRequest, input: string): readonly string[] {
  return request.getInputdependenciesMap().get(input)?.getUrnsList() ?? [];
}
