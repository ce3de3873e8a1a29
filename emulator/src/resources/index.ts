import type { FastifyInstance } from "fastify";
import { acceptUrlIds } from "../http/url-ids";
import { accountTypeRoutes } from "./account-types";
import { apiConnectorRoutes } from "./api-connectors";
import { apiCredentialRoutes } from "./api-credentials";
import { bookmarkRoutes } from "./bookmarks";
import { clientCredentialRoutes } from "./client-credentials";
import { connectionRecordRoutes } from "./connection-records";
import { connectionRoutes } from "./connections";
import { dataModelContentsRoutes } from "./data-models/contents";
import { dataModelRoutes } from "./data-models/list";

import { specRoutes } from "./data-models/spec";
import { dataModelTagRoutes } from "./data-models/tags";
import { datasetRoutes } from "./datasets";
import { deploymentPolicyRoutes } from "./deployment-policies";
import { embedRoutes } from "./embeds";
import { favoriteRoutes } from "./favorites";
import { fileRoutes } from "./files";
import { grantRoutes } from "./grants";
import { materializationScheduleRoutes } from "./materialization-schedules";
import { datasetMaterializationRoutes, materializationRoutes } from "./materializations";
import { memberFileRoutes } from "./member-files";
import { memberRoutes } from "./members";
import { reportRoutes } from "./reports";
import { sourceSwapPolicyRoutes } from "./source-swap-policies";
import { ssoCertificateRoutes } from "./sso-certificates";
import { tagRoutes } from "./tags";
import { teamRoutes } from "./teams";
import { templateRoutes } from "./templates";
import { tenantRoutes } from "./tenants";
import { translationRoutes } from "./translations";
import { userAttributeRoutes } from "./user-attributes";
import { webhookRoutes } from "./webhooks";
import { workbookDocumentRoutes } from "./workbook-documents";
import { workbookRoutes } from "./workbooks";
import { workspaceRoutes } from "./workspaces";

/** Every resource of the platform; a new one is one line here. */
const resources = [
  accountTypeRoutes,
  apiConnectorRoutes,
  apiCredentialRoutes,
  bookmarkRoutes,
  clientCredentialRoutes,
  connectionRecordRoutes,
  connectionRoutes,
  dataModelContentsRoutes,
  dataModelRoutes,
  dataModelTagRoutes,
  datasetMaterializationRoutes,
  datasetRoutes,
  deploymentPolicyRoutes,
  embedRoutes,
  favoriteRoutes,
  fileRoutes,
  grantRoutes,
  materializationRoutes,
  materializationScheduleRoutes,
  memberFileRoutes,
  memberRoutes,
  reportRoutes,
  sourceSwapPolicyRoutes,
  specRoutes,
  ssoCertificateRoutes,
  tagRoutes,
  teamRoutes,
  templateRoutes,
  tenantRoutes,
  translationRoutes,
  userAttributeRoutes,
  webhookRoutes,
  workbookDocumentRoutes,
  workbookRoutes,
  workspaceRoutes,
];

export function registerResources(app: FastifyInstance): void {
  acceptUrlIds(app);
  for (const routes of resources) {
    // In a scope of its own: a hook of one resource is no other's business. Without a name, Fastify looks for one among all loaded modules.
    const plugin = async (scope: FastifyInstance) => routes(scope);
    app.register(Object.assign(plugin, { [Symbol.for("fastify.display-name")]: routes.name }));
  }
}
