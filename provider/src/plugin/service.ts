import { readFileSync } from "node:fs";
import type { ServerWritableStream, UntypedServiceImplementation } from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Properties } from "../core/engine";
import { findProjectFolder } from "../core/files";
import { Run, version } from "../core/runtime";
import { forgetAnswers } from "./answers";
import type { ProviderConfiguration } from "./config";
import type { Engine } from "./engine";
import { handleUnary, listen, toServiceError } from "./grpc";
import type { ProgramFiles } from "./program-files";
import type { DiffAnswer, Resources } from "./resources";

import { readStruct, toStruct } from "./struct";

/**
 * Serves `pulumirpc.ResourceProvider`, over the same lifecycles as the dynamic provider. Modules are loaded on the
 * first call that needs them: the engine waits for the port of every plugin, and asks some plugins only for their
 * schema.
 */
export class ProviderService {
  /** The engine starts the plugin in the program's folder. The folders that it names in the handshake are the plugin's own. */
  readonly #program = process.cwd();
  #files: ProgramFiles | undefined;
  #configuration: ProviderConfiguration | undefined;
  #resources: Resources | undefined;
  #isCanceled = false;
  #run: Run;

  /** @param engine gets the messages for the user. */
  constructor(private readonly engine: Engine) {
    this.#run = this.#createRun();
  }

  /** @param schema path of the package's schema. @returns the port. */
  listen(schema: string): Promise<number> {
    return listen(this.#createHandlers(schema));
  }

  /** The engine of the run ends it. */
  end(isSaved: boolean): void {
    this.#run.end(isSaved);
  }

  #createRun(): Run {
    return new Run((message, urn) => this.engine.log(message, urn));
  }

  #createHandlers(schema: string): UntypedServiceImplementation {
    return {
      ...this.#createPluginHandlers(schema),
      ...this.#createConfigHandlers(),
      ...this.#createFunctionHandlers(),
      ...this.#createResourceHandlers(),
    };
  }

  /**
   * An engine begins a run, or another provider of its run. It cancels every plugin at the end of a run, and one that
   * it attaches to serves the next run, too. Without that, the former engine was killed.
   */
  #attach(address: string): void {
    const isSame = this.engine.attach(address);
    if (isSame && !this.#isCanceled) return;
    this.#run.end(this.#isCanceled);
    this.#run = this.#createRun();
    this.#resources = undefined;
    this.#isCanceled = false;
  }

  #createPluginHandlers(schema: string) {
    return {
      handshake: this.#serveUnary((request: pb.ProviderHandshakeRequest) => {
        this.#attach(request.getEngineAddress());
        return new pb.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(true);
      }),
      attach: this.#serveUnary((request: PluginAttach) => {
        this.#attach(request.getAddress());
        return new Empty();
      }),
      cancel: this.#serveUnary(() => {
        this.#isCanceled = true;
        return new Empty();
      }),
      getPluginInfo: this.#serveUnary(() => new PluginInfo().setVersion(version)),
      getSchema: this.#serveUnary(() => new pb.GetSchemaResponse().setSchema(readFileSync(schema, "utf8"))),
    };
  }

  #createConfigHandlers() {
    const loadConfig = () => require("./config") as typeof import("./config");
    const getConfiguration = () => {
      this.#configuration ??= new (loadConfig().ProviderConfiguration)();
      return this.#configuration;
    };
    return {
      checkConfig: this.#serveUnary((request: pb.CheckRequest) => {
        const news = readStruct(request.getNews()) ?? {};
        const warning = loadConfig().describeVersion(news);
        if (warning !== undefined) this.engine.warn(warning, undefined);
        return toCheckResponse(loadConfig().checkConfig(news));
      }),
      diffConfig: this.#serveUnary((request: pb.DiffRequest) => {
        const olds = readStruct(request.getOldInputs() ?? request.getOlds());
        const diffs = getConfiguration().diff(this.#run, olds ?? {}, readStruct(request.getNews()) ?? {});
        return new pb.DiffResponse().setChanges(toDiffChanges(diffs.length > 0)).setDiffsList(diffs);
      }),
      configure: this.#serveUnary((request: pb.ConfigureRequest) => {
        getConfiguration().configure(readStruct(request.getArgs()) ?? {});
        return new pb.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
      }),
    };
  }

  #createFunctionHandlers() {
    const loadFunctions = () => require("./functions") as typeof import("./functions");
    return {
      invoke: this.#serveUnary(async (request: pb.InvokeRequest) => {
        const answer = await loadFunctions().invoke(this.#run, request.getTok(), readStruct(request.getArgs()) ?? {});
        return new pb.InvokeResponse().setReturn(toStruct(answer));
      }),
      list: (call: ServerWritableStream<pb.ListRequest, pb.ListResponse>) => this.#list(loadFunctions(), call),
      construct: this.#serveUnary((request: pb.ConstructRequest) => {
        this.#begin();
        const { construct } = require("./components") as typeof import("./components");
        return construct(request, {
          files: this.#getFiles(),
          log: this.#run.log,
          isDeclared: (urn) => this.#getResources().isDeclared(urn),
        });
      }),
    };
  }

  #createResourceHandlers() {
    return {
      check: this.#serveUnary(async (request: pb.CheckRequest) =>
        toCheckResponse(
          await this.#getResources().check({
            ...readResource(request),
            olds: readStruct(request.getOlds()),
            news: readStruct(request.getNews()),
          }),
        ),
      ),
      diff: this.#serveUnary((request: pb.DiffRequest) =>
        toDiffResponse(
          this.#getResources().diff({ ...readChange(request), ignoreChanges: request.getIgnorechangesList() }),
        ),
      ),
      create: this.#serveWrite(async (request: pb.CreateRequest) => {
        const { id, properties } = await this.#getResources().create({
          ...readResource(request),
          properties: readStruct(request.getProperties()),
          preview: request.getPreview(),
        });
        return new pb.CreateResponse().setId(id).setProperties(toStruct(properties));
      }, isPreview),
      read: this.#serveUnary(async (request: pb.ReadRequest) => {
        const { id, properties, inputs } = await this.#getResources().read({
          ...readResource(request),
          id: request.getId(),
          properties: readStruct(request.getProperties()),
          inputs: readStruct(request.getInputs()),
        });
        return new pb.ReadResponse()
          .setId(id)
          .setProperties(properties && toStruct(properties))
          .setInputs(inputs && toStruct(inputs));
      }),
      update: this.#serveWrite(async (request: pb.UpdateRequest) => {
        const change = { ...readChange(request), preview: request.getPreview() };
        const { properties } = await this.#getResources().update(change);
        return new pb.UpdateResponse().setProperties(toStruct(properties));
      }, isPreview),
      delete: this.#serveWrite(async (request: pb.DeleteRequest) => {
        await this.#getResources().delete({
          ...readResource(request),
          id: request.getId(),
          properties: readStruct(request.getProperties()),
        });
        return new Empty();
      }),
    };
  }

  /** Answers a call; the messages of an operation are shown before its result. */
  #serveUnary<Request, Response>(answer: (request: Request) => Response | Promise<Response>) {
    return handleUnary(answer, { after: () => this.engine.flush() });
  }

  /**
   * Answers a call that writes, unless it is a preview. What lookups have found before may differ now, even if it
   * fails.
   */
  #serveWrite<Request, Response>(
    answer: (request: Request) => Promise<Response>,
    isOnlyPreviewed: (request: Request) => boolean = () => false,
  ) {
    return handleUnary(answer, {
      before: () => this.#begin(),
      after: (request: Request) => {
        if (!isOnlyPreviewed(request)) forgetAnswers(this.#run);
        return this.engine.flush();
      },
    });
  }

  /** Each object in a message of its own; the limit is for all pages together. */
  async #list(
    functions: typeof import("./functions"),
    call: ServerWritableStream<pb.ListRequest, pb.ListResponse>,
  ): Promise<void> {
    const { request } = call;
    try {
      const { name } = this.#getResources().getKind(request.getToken());
      const all = await functions.list(this.#run, name, readStruct(request.getQuery()) ?? {});
      const from = Number(request.getContinuationToken() || 0);
      const end = Math.min(request.getLimit() || all.length, all.length);
      const next = Math.min(from + (request.getPageSize() || end), end);
      for (const { id, name } of all.slice(from, next)) {
        call.write(new pb.ListResponse().setResult(new pb.ListResponse.Result().setId(id).setName(name)));
      }
      const continuation = new pb.ListResponse.Continuation().setContinuationToken(String(next));
      if (next < end) call.write(new pb.ListResponse().setContinuation(continuation));
      call.end();
    } catch (error) {
      call.emit("error", toServiceError(error as Error));
    }
  }

  #getResources(): Resources {
    const { Resources } = require("./resources") as typeof import("./resources");
    this.#resources ??= new Resources(this.#getFiles(), this.#run);
    return this.#resources;
  }

  #getFiles(): ProgramFiles {
    const { ProgramFiles } = require("./program-files") as typeof import("./program-files");
    const program = this.#program;
    this.#files ??= new ProgramFiles({ root: findProjectFolder(program) ?? program, program });
    return this.#files;
  }

  /** After a cancellation, operations that run end, and no other begins. */
  #begin(): void {
    if (this.#isCanceled) throw new Error("The run was canceled before this operation began: nothing was sent.");
  }
}

/** The resource of a request. An engine that doesn't send its type has it in the URN. */
function readResource(request: { getUrn(): string; getType(): string }) {
  const urn = request.getUrn();
  return { urn: urn || undefined, type: request.getType() || (urn.split("::")[2] ?? "").split("$").at(-1)! };
}

function isPreview(request: { getPreview(): boolean }): boolean {
  return request.getPreview();
}

/** What a diff and an update are asked about. */
function readChange(request: pb.DiffRequest | pb.UpdateRequest) {
  return {
    ...readResource(request),
    id: request.getId(),
    olds: readStruct(request.getOlds()),
    oldInputs: readStruct(request.getOldInputs()),
    news: readStruct(request.getNews()),
  };
}

/**
 * Without the name of a property: with it, the engine would print the whole value, such as a secret, or a model of
 * thousands of lines.
 */
function toCheckResponse({ inputs, failures }: { inputs: Properties; failures: readonly string[] }): pb.CheckResponse {
  const failed = failures.map((reason) => new pb.CheckFailure().setReason(reason.toWellFormed()));
  return new pb.CheckResponse().setInputs(toStruct(inputs)).setFailuresList(failed);
}

function toDiffResponse({ changes, diffs, replaces, deleteBeforeReplace, detailedDiff }: DiffAnswer): pb.DiffResponse {
  const response = new pb.DiffResponse()
    .setChanges(toDiffChanges(changes))
    .setDiffsList([...diffs])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(true);
  const byPath = response.getDetaileddiffMap();
  for (const [path, kind] of Object.entries(detailedDiff)) {
    byPath.set(path, new pb.PropertyDiff().setKind(kind).setInputdiff(true));
  }
  return response;
}

function toDiffChanges(isChanged: boolean): pb.DiffResponse.DiffChanges {
  const { DIFF_SOME, DIFF_NONE } = pb.DiffResponse.DiffChanges;
  return isChanged ? DIFF_SOME : DIFF_NONE;
}
