import type { Message } from "./message";
import * as messages from "./messages";

/** A method of a service: it takes a message, and answers with one, or with several. */
export interface Method<Request, Response> {
  /** As HTTP has it: `/<service>/<method>`. */
  readonly path: string;
  readonly request: Message<Request>;
  readonly response: Message<Response>;
}

const service =
  (name: string) =>
  <Request, Response>(
    method: string,
    request: Message<Request>,
    response: Message<Response>,
  ): Method<Request, Response> => ({ path: `/${name}/${method}`, request, response });

const ofProvider = service("pulumirpc.ResourceProvider");

/** What a provider serves. */
export const resourceProvider = {
  handshake: ofProvider("Handshake", messages.handshakeRequest, messages.handshakeResponse),
  attach: ofProvider("Attach", messages.pluginAttach, messages.empty),
  cancel: ofProvider("Cancel", messages.empty, messages.empty),
  getPluginInfo: ofProvider("GetPluginInfo", messages.empty, messages.pluginInfo),
  getSchema: ofProvider("GetSchema", messages.empty, messages.getSchemaResponse),
  checkConfig: ofProvider("CheckConfig", messages.checkRequest, messages.checkResponse),
  diffConfig: ofProvider("DiffConfig", messages.diffRequest, messages.diffResponse),
  configure: ofProvider("Configure", messages.configureRequest, messages.configureResponse),
  invoke: ofProvider("Invoke", messages.invokeRequest, messages.invokeResponse),
  /** Answers with several messages. */
  list: ofProvider("List", messages.listRequest, messages.listResponse),
  check: ofProvider("Check", messages.checkRequest, messages.checkResponse),
  diff: ofProvider("Diff", messages.diffRequest, messages.diffResponse),
  create: ofProvider("Create", messages.createRequest, messages.createResponse),
  read: ofProvider("Read", messages.readRequest, messages.readResponse),
  update: ofProvider("Update", messages.updateRequest, messages.updateResponse),
  delete: ofProvider("Delete", messages.deleteRequest, messages.empty),
  construct: ofProvider("Construct", messages.constructRequest, messages.constructResponse),
};

/** What the engine serves for a plugin. */
export const engine = { log: service("pulumirpc.Engine")("Log", messages.logRequest, messages.empty) };

const ofMonitor = service("pulumirpc.ResourceMonitor");

/** What the engine serves for a program, or a component. */
export const resourceMonitor = {
  registerResource: ofMonitor("RegisterResource", messages.registerResourceRequest, messages.registerResourceResponse),
  registerResourceOutputs: ofMonitor(
    "RegisterResourceOutputs",
    messages.registerResourceOutputsRequest,
    messages.empty,
  ),
};
