import { credentials } from "@grpc/grpc-js";
import { type ConstructRequest, ConstructResponse } from "@pulumi/pulumi/proto/provider_pb";
import { ResourceMonitorClient } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { RegisterResourceOutputsRequest, type RegisterResourceResponse } from "@pulumi/pulumi/proto/resource_pb";
import { Children, type OpenComponent, type Surroundings, toComponent } from "./component";
import { callEngine, channelOptions } from "./grpc";
import { toStruct } from "./struct";

const components: Readonly<Record<string, () => OpenComponent>> = {
  "analytics:index:DataModelDirectory": () => (require("./directory") as typeof import("./directory")).openDirectory,
  "analytics:index:Release": () => (require("./release") as typeof import("./release")).openRelease,
};

/** Registers a component of a program in any language, and its children. */
export async function construct(request: ConstructRequest, surroundings: Surroundings): Promise<ConstructResponse> {
  const type = request.getType();
  const load = components[type];
  if (load === undefined) {
    const known = Object.keys(components).join(", ");
    throw new Error(`There is no component ${type}. Components of the package analytics: ${known}.`);
  }
  const component = load()(request, surroundings);
  const monitor = new ResourceMonitorClient(request.getMonitorendpoint(), credentials.createInsecure(), channelOptions);
  try {
    const registered = await callEngine<RegisterResourceResponse>((done) =>
      monitor.registerResource(toComponent(request), done),
    );
    const urn = registered.getUrn();
    for (const warning of component.warnings ?? []) surroundings.log(warning, urn);
    const children = new Children(monitor, request, urn);
    const outputs = await component.registerChildren(children);
    const ended = new RegisterResourceOutputsRequest().setUrn(urn).setOutputs(toStruct(outputs));
    await callEngine((done) => monitor.registerResourceOutputs(ended, done));
    const response = new ConstructResponse().setUrn(urn).setState(toStruct(outputs));
    const dependencies = new ConstructResponse.PropertyDependencies().setUrnsList([...children.urns]);
    for (const name of Object.keys(outputs)) response.getStatedependenciesMap().set(name, dependencies);
    return response;
  } finally {
    monitor.close();
  }
}
