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
import { type ModelFile, modelDirectory } from "../core/files";
import { pack } from "../core/packed";
import { reviewNames } from "../core/spec/across";
import { unknownValue } from "../core/spec/json";
import { isUnknown, type Properties, secretValue } from "../core/values";
import { stackOption } from "../settings";
import { messageLimits } from "./engine";
import { readsElementIds } from "./resources";
import type { Folders } from "./spec-input";
import { marked, open } from "./values";

const token = "analytics:index:DataModelDirectory";
const modelToken = "analytics:index:DataModel";
/** The type of a model in a state of the dynamic provider. */
const formerToken = "pulumi-nodejs:dynamic/analytics:DataModel";

const names = ["path", "folderId", "refs", "allowDelete", "profile", "adopt"];

/** A model of the directory that is registered. */
interface Registered {
  readonly urn: string;
  readonly id: unknown;
  readonly elementIds: unknown;
}

/**
 * The component `DataModelDirectory` for programs in any language: it registers a model for each file of a folder, in dependency order, as
 * children of itself.
 */
export async function construct(
  request: ConstructRequest,
  folders: Folders,
  log: (message: string, urn: string) => void,
): Promise<ConstructResponse> {
  const type = request.getType();
  if (type !== token) throw new Error(`There is no component ${type}. Components of the package analytics: ${token}.`);
  const name = request.getName();
  const given = (request.getInputs()?.toJavaScript() ?? {}) as Properties;
  const { values, secrets } = open(given);
  const { path, refs = {} } = values as { path: string; refs?: Properties };
  const warnings: string[] = [];
  const files = inContext(name, () => {
    const unknown = Object.keys(values).filter((key) => !names.includes(key));
    if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such argument. Arguments: ${names.join(", ")}.`);
    if (typeof path !== "string" || isUnknown(path))
      throw new Error("path: must be a text that is known in a preview.");
    if (values.folderId === undefined) throw new Error("folderId: required.");
    const given = new Set(Object.keys(refs).map((ref) => ref.split("#", 1)[0] as string));
    const found = modelDirectory(path, { project: folders.root, program: folders.program, refs: [...given] });
    const forms = found.map(({ name, form, source }) => ({ name, form, source }));
    warnings.push(...reviewNames(forms, stackOption("rules")));
    return found;
  });
  const monitor = new ResourceMonitorClient(request.getMonitorendpoint(), credentials.createInsecure(), messageLimits);
  const register = (resource: RegisterResourceRequest) =>
    call<RegisterResourceResponse>((done) => monitor.registerResource(resource, done));

  try {
    return await registerAll();
  } finally {
    monitor.close();
  }

  async function registerAll(): Promise<ConstructResponse> {
    const component = await register(componentOf(request));
    for (const warning of warnings) log(warning, component.getUrn());
    const models = new Map<string, Registered>();
    for (const file of files) {
      const model = modelOf(file, { request, parent: component.getUrn(), values, secrets, models });
      const registered = await register(model);
      const { elementIds } = (registered.getObject()?.toJavaScript() ?? {}) as Properties;
      models.set(file.name, {
        urn: registered.getUrn(),
        id: registered.getId() || unknownValue,
        elementIds: elementIds ?? unknownValue,
      });
    }
    const outputs = Struct.fromJavaScript({
      ids: Object.fromEntries([...models].map(([file, { id }]) => [file, id])),
      elementIds: Object.fromEntries([...models].map(([file, { elementIds }]) => [file, elementIds])),
    } as Parameters<typeof Struct.fromJavaScript>[0]);
    const registration = new RegisterResourceOutputsRequest().setUrn(component.getUrn()).setOutputs(outputs);
    await call((done) => monitor.registerResourceOutputs(registration, done));
    const response = new ConstructResponse().setUrn(component.getUrn()).setState(outputs);
    const urns = [...models.values()].map(({ urn }) => urn);
    for (const key of ["ids", "elementIds"]) {
      response.getStatedependenciesMap().set(key, new ConstructResponse.PropertyDependencies().setUrnsList(urns));
    }
    return response;
  }
}

function componentOf(request: ConstructRequest): RegisterResourceRequest {
  const resource = new RegisterResourceRequest()
    .setType(request.getType())
    .setName(request.getName())
    .setParent(request.getParent())
    .setObject(new Struct())
    .setAcceptsecrets(true)
    .setAcceptresources(true)
    .setDependenciesList(request.getDependenciesList())
    .setAliasesList(request.getAliasesList());
  if (request.hasProtect()) resource.setProtect(request.getProtect() ?? false);
  // The models inherit both.
  if (request.hasRetainondelete()) resource.setRetainondelete(request.getRetainondelete() ?? false);
  resource.setDeletedwith(request.getDeletedwith());
  const providers = resource.getProvidersMap();
  for (const [name, provider] of request.getProvidersMap().entries()) providers.set(name, provider);
  return resource;
}

interface Context {
  readonly request: ConstructRequest;
  readonly parent: string;
  readonly values: Properties;
  readonly secrets: ReadonlySet<string>;
  readonly models: ReadonlyMap<string, Registered>;
}

/** A file's model: what `DataModelDirectory` of the TypeScript package declares. */
function modelOf(file: ModelFile, { request, parent, values, secrets, models }: Context): RegisterResourceRequest {
  const given = (values.refs ?? {}) as Properties;
  const refs: Properties = {};
  const dependencies = new Set(dependenciesOf(request, "folderId"));
  for (const placeholder of file.placeholders) {
    const [name, element] = placeholder.split("#", 2) as [string, string?];
    const model = models.get(name);
    if (model !== undefined) {
      refs[placeholder] = element === undefined ? model.id : elementIn(model, element, file, name);
      dependencies.add(model.urn);
    } else if (Object.hasOwn(given, placeholder)) {
      refs[placeholder] = given[placeholder];
      for (const urn of dependenciesOf(request, "refs")) dependencies.add(urn);
    }
  }
  const { allowDelete } = values;
  const again = (key: string) =>
    secrets.has(key) && values[key] !== undefined && !isUnknown(values[key]) ? secretValue(values[key]) : values[key];
  const inputs = {
    name: file.title,
    description: file.description,
    folderId: again("folderId"),
    profile: again("profile"),
    adopt: again("adopt"),
    // Packed, not a file: what a file includes may be anywhere in the directory. The check of a file would read only its own folder.
    spec: { ...pack(JSON.stringify(file.form)), ...readsElementIds },
    file: file.source.file,
    refs: secrets.has("refs") ? secretValue(refs) : refs,
  };
  const resource = new RegisterResourceRequest()
    .setType(modelToken)
    .setName(`${request.getName()}-${file.name}`)
    .setParent(parent)
    .setAliasesList([new Alias().setSpec(new Alias.Spec().setType(formerToken))])
    .setAliasspecs(true)
    .setCustom(true)
    .setObject(Struct.fromJavaScript(JSON.parse(JSON.stringify(inputs))))
    .setAcceptsecrets(true)
    .setDependenciesList([...dependencies])
    .setProvider(request.getProvidersMap().get("analytics") ?? "")
    .setSupportspartialvalues(true);
  if (allowDelete !== true) resource.setProtect(true);
  // Without these, the engine takes each input to depend on all: replacing a connection would replace the models.
  const byInput: Readonly<Record<keyof typeof inputs, readonly string[]>> = {
    name: [],
    description: [],
    folderId: dependenciesOf(request, "folderId"),
    profile: dependenciesOf(request, "profile"),
    adopt: dependenciesOf(request, "adopt"),
    spec: [],
    file: [],
    refs: [...dependencies],
  };
  for (const [input, urns] of Object.entries(byInput)) {
    if (inputs[input as keyof typeof inputs] === undefined) continue;
    const value = new RegisterResourceRequest.PropertyDependencies().setUrnsList([...urns]);
    resource.getPropertydependenciesMap().set(input, value);
  }
  return resource;
}

function elementIn({ elementIds }: Registered, element: string, file: ModelFile, model: string): unknown {
  const ids = marked(elementIds)?.value ?? elementIds;
  if (isUnknown(ids)) return unknownValue;
  const id = (ids as Properties)[element];
  if (id !== undefined) return id;
  const known = Object.keys(ids as object).join(", ") || "none";
  throw new Error(`${file.path}: !ref ${model}#${element}: the model has no element "${element}". It has: ${known}.`);
}

function dependenciesOf(request: ConstructRequest, input: string): string[] {
  return request.getInputdependenciesMap().get(input)?.getUrnsList() ?? [];
}

function inContext<T>(name: string, body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw new Error(`DataModelDirectory "${name}": ${(error as Error).message}`);
  }
}

function call<T>(body: (done: (error: Error | null, answer: T) => void) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    body((error, answer) => (error === null ? resolve(answer) : reject(error)));
  });
}
