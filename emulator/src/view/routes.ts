import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseForeign } from "../control/origin";
import { reports, workbooks } from "../resources/documents/kinds";
import type { Inode } from "../state/records";
import { renderDataModel, renderWireframes } from "./documents";
import { sendPage } from "./frame";
import { type Html, html } from "./html";
import { renderOverview } from "./overview";

interface Document {
  Params: { id: string };
  Querystring: { version?: string };
}

/** Tells a browser, which asks for a page, from a program. */
const forPages = {
  name: "page",
  storage() {
    const handlers = new Map<unknown, Handler>();
    return {
      get: (wants: unknown) => handlers.get(wants) ?? null,
      set: (wants: unknown, handler: Handler) => {
        handlers.set(wants, handler);
      },
    };
  },
  deriveConstraint: ({ headers }: IncomingMessage) => headers.accept?.includes("text/html") ?? false,
};

type Handler = Parameters<ReturnType<Parameters<FastifyInstance["addConstraintStrategy"]>[0]["storage"]>["set"]>[1];

/**
 * The emulator's page at its address, for people: it shows the state and changes nothing. A program that asks for the
 * same address gets what the API says.
 */
export function addOverviewRoute(app: FastifyInstance): void {
  app.addConstraintStrategy(forPages);
  app.register(async (pages) => {
    refuseForeign(pages);
    pages.get("/", { constraints: { page: true } }, async ({ parts }, reply) =>
      sendPage(reply, "Overview", renderOverview(parts)),
    );
  });
}

/** The page of each document. */
export function addViewRoutes(app: FastifyInstance): void {
  app.get<Document>("/data-models/:id", async (request, reply) => {
    const { params, query, call } = request;
    const latest = call.store.dataModels.get(params.id)?.latestVersion;
    const version = Number(query.version ?? latest);
    const pages = call.store.dataModelVersions.get(`${params.id}/${version}`)?.pages;
    return sendDocument(request, reply, "data-model", (file) => pages && renderDataModel(call, file, pages, version));
  });

  for (const { type, collection } of [workbooks, reports]) {
    app.get<Document>(`/${type}s/:id`, async (request, reply) => {
      const record = request.call.store[collection].get(request.params.id);
      return sendDocument(request, reply, type, (file) => record && renderWireframes(request.call, file, record));
    });
  }
}

/** The page of a file that exists, or one that says that there is none. */
function sendDocument(
  { call, params }: FastifyRequest<Document>,
  reply: FastifyReply,
  type: Inode["type"],
  renderFile: (file: Inode) => Html | undefined,
): FastifyReply {
  const file = call.store.files.get(params.id);
  const content = file?.type === type && file.deletedWith === null ? renderFile(file) : undefined;
  if (file !== undefined && content !== undefined) return sendPage(reply, file.name, content);
  const kind = type.replace("-", " ");
  return sendPage(
    reply,
    "Not found",
    html`<h1>Not found</h1><p>There is no such ${kind}, or no such version of it.</p>`,
    404,
  );
}
