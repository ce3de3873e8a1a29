import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { projectFolder } from "../core/project-file";
import type { Properties } from "../core/values";
import { version } from "../core/version";
import { forgetAnswers } from "./answers";
import type { ProviderConfiguration } from "./config";
import type { DetailedDiff } from "./detailed-diff";
import { Engine } from "./engine";
import { RequestError } from "./errors";
import type { Of } from "./grpc/message";
import * as messages from "./grpc/messages";
import { GrpcServer } from "./grpc/server";
import { type Method, resourceProvider as methods } from "./grpc/services";
import { codes, GrpcError } from "./grpc/status";
import type { Resources } from "./resources";
import type { Folders } from "./spec-input";

/**
 * Serves `pulumirpc.ResourceProvider`, over the same lifecycles as the dynamic provider.
 *
 * @param options.schema path of the package's schema.
 * @param options.engine the engine's address, `host:port`.
 * @returns the port.
 */
export async function serve(options: { schema: string; engine: string | undefined }): Promise<number> {
  const engine = new Engine();
  engine.attach(options.engine);
  const server = new GrpcServer(failureOf);
  new ProviderService(server, engine).serve(options.schema);
  return ((await server.listen()).address() as AddressInfo).port;
}

/**
 * Maps gRPC methods to handlers. Modules are loaded on the first call that needs them: the engine waits for the port of every plugin, and asks some
 * plugins only for their schema.
 */
class ProviderService {
  readonly #folders: Folders;
  #configuration: ProviderConfiguration | undefined;
  #resources: Resources | undefined;
  #isCanceled = false;

  constructor(
    private readonly server: GrpcServer,
    private readonly engine: Engine,
  ) {
    // The engine starts the plugin in the program's folder. The folders that it names in the handshake are the plugin's own.
    const program = process.cwd();
    this.#folders = { root: projectFolder(program) ?? program, program };
  }

  serve(schema: string): void {
    this.#servePlugin(schema);
    this.#serveConfig();
    this.#serveFunctions();
    this.#serveResources();
  }

  #servePlugin(schema: string): void {
    this.#unary(methods.handshake, ({ engineAddress }) => {
      this.engine.attach(engineAddress);
      return { acceptSecrets: true };
    });
    this.#unary(methods.attach, ({ address }) => {
      this.engine.attach(address);
      // The engine cancels every plugin at the end of a run. A plugin that it attaches to serves the next run, too.
      this.#isCanceled = false;
      return {};
    });
    this.#unary(methods.cancel, () => {
      this.#isCanceled = true;
      return {};
    });
    this.#unary(methods.getPluginInfo, () => ({ version }));
    this.#unary(methods.getSchema, () => ({ schema: readFileSync(schema, "utf8") }));
  }

  #serveConfig(): void {
    const config = () => require("./config") as typeof import("./config");
    const configuration = () => {
      this.#configuration ??= new (config().ProviderConfiguration)();
      return this.#configuration;
    };
    this.#unary(methods.checkConfig, ({ news = {} }) => {
      const warning = config().versionWarning(news);
      if (warning !== undefined) this.engine.warn(warning, undefined);
      return checked(config().checkConfig(news));
    });
    this.#unary(methods.diffConfig, ({ olds, oldInputs, news }) => {
      const diffs = configuration().diff(oldInputs ?? olds ?? {}, news ?? {});
      return { changes: changesOf(diffs.length > 0), diffs };
    });
    this.#unary(methods.configure, ({ args }) => {
      configuration().configure(args ?? {});
      return { acceptSecrets: true, supportsPreview: true };
    });
  }

  #serveFunctions(): void {
    const functions = () => require("./functions") as typeof import("./functions");
    this.#unary(methods.invoke, async ({ token, args }) => ({ return: await functions().invoke(token, args ?? {}) }));
    this.server.streaming(methods.list, (request) => this.#list(functions(), request));
    this.#unary(methods.construct, async (request) => {
      this.#begin();
      const { construct } = require("./directory") as typeof import("./directory");
      return construct(request, {
        folders: this.#folders,
        log: (message, urn) => this.engine.log(message, urn),
        isDeclared: (urn) => this.#served().isDeclared(urn),
      });
    });
  }

  #serveResources(): void {
    this.#unary(methods.check, (request) => checked(this.#served().check(resourceIn(request))));
    this.#unary(methods.diff, (request) => {
      const { changes, detailedDiff, ...diff } = this.#served().diff(resourceIn(request));
      return { ...diff, changes: changesOf(changes), detailedDiff: propertyDiffs(detailedDiff), hasDetailedDiff: true };
    });
    this.#unary(methods.create, (request) =>
      this.#writing(request.preview, (resources) => resources.create(resourceIn(request))),
    );
    this.#unary(methods.read, (request) => this.#served().read(resourceIn(request)));
    this.#unary(methods.update, (request) =>
      this.#writing(request.preview, (resources) => resources.update(resourceIn(request))),
    );
    this.#unary(methods.delete, async (request) => {
      await this.#writing(false, (resources) => resources.delete(resourceIn(request)));
      return {};
    });
  }

  /** Answers a call; the messages of an operation are shown before its result. */
  #unary<Request, Response>(
    method: Method<Request, Response>,
    answer: (request: Request) => Partial<Response> | Promise<Partial<Response>>,
  ): void {
    this.server.unary(method, async (request) => {
      try {
        return await answer(request);
      } finally {
        await this.engine.flush();
      }
    });
  }

  /** Each object in a message of its own; the limit is for all pages together. */
  async *#list(
    functions: typeof import("./functions"),
    { token, query, limit, pageSize, continuationToken }: Of<typeof messages.listRequest>,
  ): AsyncGenerator<Partial<Of<typeof messages.listResponse>>> {
    const all = await functions.list(this.#served().kindOf(token).name, query ?? {});
    const from = Number(continuationToken || 0);
    const end = Math.min(limit || all.length, all.length);
    const next = Math.min(from + (pageSize || end), end);
    for (const result of all.slice(from, next)) yield { result };
    if (next < end) yield { continuation: { continuationToken: String(next) } };
  }

  #served(): Resources {
    const { Resources } = require("./resources") as typeof import("./resources");
    this.#resources ??= new Resources(
      () => this.#folders,
      (message, urn) => this.engine.log(message, urn),
    );
    return this.#resources;
  }

  /** After a cancellation, operations that run end, and no other begins. */
  #begin(): void {
    if (this.#isCanceled) throw new Error("The run was canceled before this operation began: nothing was sent.");
  }

  /** An operation that writes, unless it is a preview. What lookups have found before may differ now, even if it fails. */
  async #writing<Result>(isPreview: boolean, operation: (resources: Resources) => Promise<Result>): Promise<Result> {
    this.#begin();
    try {
      return await operation(this.#served());
    } finally {
      if (!isPreview) forgetAnswers();
    }
  }
}

/** The resource of a request. An engine that doesn't send its type has it in the URN. */
function resourceIn<Request extends { readonly type: string; readonly urn: string }>(request: Request) {
  const { urn, type } = request;
  return { ...request, urn: urn || undefined, type: type || (urn.split("::")[2] ?? "").split("$").at(-1)! };
}

function checked({ inputs, failures }: { inputs: Properties; failures: readonly string[] }) {
  return { inputs, failures: failures.map((reason) => ({ reason })) };
}

function changesOf(isChanged: boolean): number {
  return isChanged ? messages.diffChanges.some : messages.diffChanges.none;
}

function propertyDiffs(diff: DetailedDiff) {
  return new Map(Object.entries(diff).map(([path, kind]) => [path, { kind, inputDiff: true }]));
}

/** An error as gRPC has it. A partially created object goes with it, so that the engine keeps it in the state. */
function failureOf(error: Error): GrpcError {
  const code = error instanceof RequestError ? codes[error.code] : codes.unknown;
  const message = error.message || error.name;
  const { reasons, id, properties } = error as { reasons?: string[]; id?: string; properties?: Properties };
  if (reasons === undefined || id === undefined || properties === undefined) return new GrpcError(code, message);
  const kept = {
    typeUrl: "type.googleapis.com/pulumirpc.ErrorResourceInitFailed",
    value: messages.resourceInitFailed.encode({ id, properties, reasons }),
  };
  return new GrpcError(code, message, messages.status.encode({ code, message, details: [kept] }));
}
