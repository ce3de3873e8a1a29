import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import type { ConstructRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import type { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import {
  RegisterResourceRequest,
  type RegisterResourceResponse,
  ResourceInvokeRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { dropUndefined, type Properties } from "../core/engine";
import { unknownValue } from "../core/model/json";
import { callEngine } from "./grpc";
import type { ProgramFiles } from "./program-files";
import { readStruct, toStruct } from "./struct";
import { open } from "./values";

/** What a component needs of the plugin. */
export interface Surroundings {
  readonly files: ProgramFiles;
  readonly log: (message: string, urn: string) => void;
  /** Whether the program has declared a resource in this run. */
  readonly isDeclared: (urn: string) => boolean;
}

/** A component, once its arguments are checked: nothing is registered for wrong ones. */
export interface Component {
  /** Lines for the user. */
  readonly warnings?: readonly string[];
  /** Registers the children, and returns the component's outputs. */
  registerChildren(children: Children): Promise<Properties>;
}

/** Checks the arguments of a component. */
export type OpenComponent = (request: ConstructRequest, surroundings: Surroundings) => Component;

/** A resource of a component. */
export interface Child {
  readonly type: string;
  readonly name: string;
  /** What is undefined is left out. */
  readonly inputs: Properties;
  /**
   * The resources that each input depends on. Without these, the engine takes each input to depend on all: replacing a
   * connection would replace the models.
   */
  readonly inputDependencies: Readonly<Record<string, readonly string[]>>;
  /** The resources that it comes after, beside those of its inputs. */
  readonly dependsOn?: readonly string[];
  readonly aliases: readonly AliasSpec[];
  readonly protect?: boolean;
}

/** The resources of a component, as the engine registers them. */
export class Children {
  readonly urns: string[] = [];

  constructor(
    private readonly monitor: ResourceMonitorClient,
    private readonly request: ConstructRequest,
    private readonly parent: string,
  ) {}

  async register({
    type,
    name,
    inputs,
    inputDependencies,
    dependsOn = [],
    aliases,
    protect = false,
  }: Child): Promise<RegisterResourceResponse> {
    const resource = new RegisterResourceRequest()
      .setType(type)
      .setName(name)
      .setParent(this.parent)
      .setAliasesList(aliases.map(toAlias))
      .setAliasspecs(true)
      .setCustom(true)
      .setObject(toStruct(dropUndefined(inputs)))
      .setAcceptsecrets(true)
      .setDependenciesList([...new Set([...Object.values(inputDependencies).flat(), ...dependsOn])])
      .setProvider(this.request.getProvidersMap().get("analytics") ?? "")
      .setSupportspartialvalues(true);
    if (protect) resource.setProtect(true);
    for (const [input, value] of Object.entries(inputs)) {
      if (value === undefined) continue;
      const urns = [...(inputDependencies[input] ?? [])];
      const dependencies = new RegisterResourceRequest.PropertyDependencies().setUrnsList(urns);
      resource.getPropertydependenciesMap().set(input, dependencies);
    }
    const registered = await callEngine<RegisterResourceResponse>((done) =>
      this.monitor.registerResource(resource, done),
    );
    this.urns.push(registered.getUrn());
    return registered;
  }

  /** A resource of the program: its id, its inputs, and the outputs that are known. */
  async readResource(urn: string): Promise<{ id: unknown; properties: Properties }> {
    const asked = new ResourceInvokeRequest()
      .setTok("pulumi:pulumi:getResource")
      .setArgs(toStruct({ urn }))
      .setAcceptresources(true);
    const answer = await callEngine<InvokeResponse>((done) => this.monitor.invoke(asked, done));
    const { id, state } = open(readStruct(answer.getReturn())).values;
    return { id: id || unknownValue, properties: (state ?? {}) as Properties };
  }
}

/** The component itself, with the options that its resources inherit. */
export function toComponent(request: ConstructRequest): RegisterResourceRequest {
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

/** An alias; what is left out is as it is now. */
export interface AliasSpec {
  readonly name?: string;
  readonly type: string;
  readonly noParent?: boolean;
}

function toAlias({ name = "", type, noParent }: AliasSpec): Alias {
  const spec = new Alias.Spec().setName(name).setType(type);
  if (noParent) spec.setNoparent(true);
  return new Alias().setSpec(spec);
}

/** The resources that an argument of a component depends on. */
export function listDependencies(request: ConstructRequest, input: string): readonly string[] {
  return request.getInputdependenciesMap().get(input)?.getUrnsList() ?? [];
}

/** @throws for an argument that a component doesn't have. */
export function refuseUnknownArguments(values: Properties, names: readonly string[]): void {
  const unknown = Object.keys(values).filter((key) => !names.includes(key));
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: no such argument. Arguments: ${names.join(", ")}.`);
}
