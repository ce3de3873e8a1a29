import { readFileSync } from "node:fs";
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  type UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { type IResourceProviderServer, ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { projectFolder } from "../core/project-file";
import type { Properties } from "../core/values";
import { version } from "../core/version";
import { forgetAnswers } from "./answers";
import type { DetailedDiff } from "./detailed-diff";
import { Engine, messageLimits } from "./engine";
import { codes } from "./errors";
import { useNativeStrings } from "./protobuf-strings";
import { usePlainStructs } from "./protobuf-structs";
import type { Resources } from "./resources";
import type { Folders } from "./spec-input";

type Service = Omit<IResourceProviderServer, "parameterize" | "call" | "getMapping" | "getMappings" | symbol | number>;

/**
 * Serves `pulumirpc.ResourceProvider`, over the same lifecycles as the dynamic provider.
 *
 * What a request needs is loaded when it comes: the engine waits for the port of every plugin, and asks some for nothing but their schema.
 *
 * @param options.schema path of the package's schema.
 * @param options.engine the engine's address, `host:port`.
 * @returns the port.
 */
export async function serve(options: { schema: string; engine?: string }): Promise<number> {
  useNativeStrings();
  usePlainStructs();
  const engine = new Engine();
  engine.attach(options.engine);
  // Channelz counts each call, for a debugger that nobody attaches here.
  const server = new Server({ ...messageLimits, "grpc.enable_channelz": 0 });
  server.addService(ResourceProviderService, provider(engine, options.schema) as UntypedServiceImplementation);
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
}

function provider(engine: Engine, schema: string): Partial<Service> {
  // The engine starts the plugin in the program's folder. The folders that it names in the handshake are the plugin's own.
  const program = process.cwd();
  const folders: Folders = { root: projectFolder(program) ?? program, program };
  let isCanceled = false;
  let resources: Resources | undefined;

  const served = (): Resources => {
    const { Resources } = require("./resources") as typeof import("./resources");
    resources ??= new Resources(
      () => folders,
      (message, urn) => engine.log(message, urn),
    );
    return resources;
  };
  const config = () => require("./config") as typeof import("./config");
  const functions = () => require("./functions") as typeof import("./functions");

  /** After a cancellation, operations that run end, and no other begins. */
  const begin = (): void => {
    if (isCanceled) throw new Error("The run was canceled before this operation began: nothing was sent.");
  };

  /** An operation that writes, unless it is a preview. What lookups have found before may differ now, even if it fails. */
  const writing = async <Result>(
    isPreview: boolean,
    operation: (resources: Resources) => Promise<Result>,
  ): Promise<Result> => {
    begin();
    try {
      return await operation(served());
    } finally {
      if (!isPreview) forgetAnswers();
    }
  };

  /** A handler; the messages of an operation are shown before its result. */
  const unary = <Request, Response>(
    answer: (request: Request) => Response | Promise<Response>,
  ): handleUnaryCall<Request, Response> => {
    return async (call, callback) => {
      try {
        const response = await answer(call.request);
        await engine.flush();
        callback(null, response);
      } catch (error) {
        await engine.flush();
        callback(failureOf(error as Error));
      }
    };
  };

  const list: handleServerStreamingCall<pb.ListRequest, pb.ListResponse> = async (call) => {
    try {
      const { request } = call;
      const type = request.getToken();
      const all = await functions().list(served().kindOf(type).name, properties(request.getQuery()));
      const from = Number(request.getContinuationToken() || 0);
      // The limit is for all pages together.
      const end = Math.min(request.getLimit() || all.length, all.length);
      const next = Math.min(from + (request.getPageSize() || end), end);
      for (const { id, name } of all.slice(from, next)) {
        call.write(new pb.ListResponse().setResult(new pb.ListResponse.Result().setId(id).setName(name)));
      }
      if (next < end) {
        call.write(
          new pb.ListResponse().setContinuation(new pb.ListResponse.Continuation().setContinuationToken(String(next))),
        );
      }
      call.end();
    } catch (error) {
      // Destroyed, the call would end without a status, and the engine would wait for one.
      call.emit("error", failureOf(error as Error));
    }
  };

  return {
    handshake: unary((request: pb.ProviderHandshakeRequest) => {
      engine.attach(request.getEngineAddress());
      return new pb.ProviderHandshakeResponse().setAcceptSecrets(true);
    }),
    attach: unary((request) => {
      engine.attach(request.getAddress());
      return new Empty();
    }),
    cancel: unary(() => {
      isCanceled = true;
      return new Empty();
    }),
    getPluginInfo: unary(() => new PluginInfo().setVersion(version)),
    getSchema: unary(() => new pb.GetSchemaResponse().setSchema(readFileSync(schema, "utf8"))),

    checkConfig: unary((request) => {
      const news = properties(request.getNews());
      const warning = config().versionWarning(news);
      if (warning !== undefined) engine.warn(warning, undefined);
      const { inputs, failures } = config().checkConfig(news);
      return new pb.CheckResponse().setInputs(struct(inputs)).setFailuresList(failures.map(failure));
    }),
    diffConfig: unary((request) => {
      const olds = properties(request.getOldInputs() ?? request.getOlds());
      const diffs = config().changedConfig(olds, properties(request.getNews()));
      return new pb.DiffResponse().setChanges(changesOf(diffs.length > 0)).setDiffsList(diffs);
    }),
    configure: unary((request) => {
      config().configureProvider(properties(request.getArgs()));
      return new pb.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    invoke: unary(async (request) => {
      const found = await functions().invoke(request.getTok(), properties(request.getArgs()));
      return new pb.InvokeResponse().setReturn(struct(found));
    }),
    list,

    check: unary((request) => {
      const { inputs, failures } = served().check({
        urn: request.getUrn() || undefined,
        type: typeOf(request),
        olds: properties(request.getOlds()),
        news: properties(request.getNews()),
      });
      return new pb.CheckResponse().setInputs(struct(inputs)).setFailuresList(failures.map(failure));
    }),
    diff: unary((request) => {
      const { changes, diffs, replaces, deleteBeforeReplace, detailedDiff } = served().diff({
        urn: request.getUrn() || undefined,
        type: typeOf(request),
        id: request.getId(),
        olds: properties(request.getOlds()),
        oldInputs: optional(request.getOldInputs()),
        news: properties(request.getNews()),
        ignoreChanges: request.getIgnorechangesList(),
      });
      const response = new pb.DiffResponse()
        .setChanges(changesOf(changes))
        .setDiffsList([...diffs])
        .setReplacesList([...replaces])
        .setDeletebeforereplace(deleteBeforeReplace)
        .setHasdetaileddiff(true);
      setDetailedDiff(response, detailedDiff);
      return response;
    }),
    create: unary(async (request) => {
      const { id, properties: state } = await writing(request.getPreview(), (resources) =>
        resources.create({
          urn: request.getUrn() || undefined,
          type: typeOf(request),
          properties: properties(request.getProperties()),
          preview: request.getPreview(),
        }),
      );
      return new pb.CreateResponse().setId(id).setProperties(struct(state));
    }),
    read: unary(async (request) => {
      const found = await served().read({
        urn: request.getUrn() || undefined,
        type: typeOf(request),
        id: request.getId(),
        properties: properties(request.getProperties()),
        inputs: properties(request.getInputs()),
      });
      const response = new pb.ReadResponse().setId(found.id);
      if (found.properties !== undefined) response.setProperties(struct(found.properties));
      if (found.inputs !== undefined) response.setInputs(struct(found.inputs));
      return response;
    }),
    update: unary(async (request) => {
      const { properties: state } = await writing(request.getPreview(), (resources) =>
        resources.update({
          urn: request.getUrn() || undefined,
          type: typeOf(request),
          id: request.getId(),
          olds: properties(request.getOlds()),
          oldInputs: optional(request.getOldInputs()),
          news: properties(request.getNews()),
          preview: request.getPreview(),
        }),
      );
      return new pb.UpdateResponse().setProperties(struct(state));
    }),
    delete: unary(async (request) => {
      await writing(false, (resources) =>
        resources.delete({
          urn: request.getUrn() || undefined,
          type: typeOf(request),
          id: request.getId(),
          properties: properties(request.getProperties()),
        }),
      );
      return new Empty();
    }),
    construct: unary(async (request) => {
      begin();
      const { construct } = require("./directory") as typeof import("./directory");
      return construct(request, folders, (message, urn) => engine.log(message, urn));
    }),
  };
}

/** The type of a resource; an engine that doesn't send it has it in the URN. */
function typeOf(request: { getType(): string; getUrn(): string }): string {
  return request.getType() || (request.getUrn().split("::")[2] ?? "").split("$").at(-1)!;
}

function properties(given: Struct | undefined): Properties {
  return (given?.toJavaScript() ?? {}) as Properties;
}

function optional(given: Struct | undefined): Properties | undefined {
  return given === undefined ? undefined : properties(given);
}

function struct(values: Properties): Struct {
  return Struct.fromJavaScript(values as Record<string, JavaScriptValue>);
}

/** With a property name, the engine would print the whole value: a secret, or a model of thousands of lines. */
function failure(reason: string): pb.CheckFailure {
  return new pb.CheckFailure().setReason(reason);
}

function changesOf(isChanged: boolean): pb.DiffResponse.DiffChanges {
  return isChanged ? pb.DiffResponse.DiffChanges.DIFF_SOME : pb.DiffResponse.DiffChanges.DIFF_NONE;
}

function setDetailedDiff(response: pb.DiffResponse, diff: DetailedDiff): void {
  const map = response.getDetaileddiffMap();
  for (const [path, kind] of Object.entries(diff)) {
    map.set(path, new pb.PropertyDiff().setKind(kind as pb.PropertyDiff.Kind).setInputdiff(true));
  }
}

/** An error as gRPC has it. A partially created object goes with it, so that the engine keeps it in the state. */
function failureOf(error: Error): Partial<ServiceError> {
  const code = codes[(error as { code?: keyof typeof codes }).code ?? "unknown"] ?? codes.unknown;
  const { reasons, id, properties: state } = error as { reasons?: string[]; id?: string; properties?: Properties };
  const details = error.message || error.name;
  if (reasons === undefined || id === undefined || state === undefined) return { code, details };
  const kept = new ErrorResourceInitFailed().setId(id).setProperties(struct(state)).setReasonsList(reasons);
  const detail = new Any();
  detail.pack(kept.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status().setCode(code).setMessage(details).setDetailsList([detail]);
  const metadata = new Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return { code, details, metadata };
}
