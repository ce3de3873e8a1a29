import type { FastifyInstance } from "fastify";
import { acceptUrlIds } from "../http/url-ids";
import { apiCredentialRoutes } from "./api-credentials";
import { bookmarkRoutes } from "./bookmarks";
import { connectionRoutes } from "./connections";
import { dataModelContentsRoutes } from "./data-models/contents";
import { dataModelRoutes } from "./data-models/list";

import { specRoutes } from "./data-models/spec";
import { dataModelTagRoutes } from "./data-models/tags";
import { datasetRoutes } from "./datasets";
import { deploymentPolicyRoutes } from "./deployment-policies";
import { embedRoutes } from "./embeds";
import { fileRoutes } from "./files";
import { materializationScheduleRoutes } from "./materialization-schedules";
import { materializationRoutes } from "./materializations";
import { memberFileRoutes } from "./member-files";
import { memberRoutes } from "./members";
import { reportRoutes } from "./reports";
import { sourceSwapPolicyRoutes } from "./source-swap-policies";
import { tagRoutes } from "./tags";
import { teamRoutes } from "./teams";
import { tenantRoutes } from "./tenants";
import { userAttributeRoutes } from "./user-attributes";
import { webhookRoutes } from "./webhooks";
import { workbookRoutes } from "./workbooks";
import { workspaceRoutes } from "./workspaces";

/** Every resource of the platform; a new one is one line here. */
const resources = [
  apiCredentialRoutes,
  bookmarkRoutes,
  connectionRoutes,
  dataModelContentsRoutes,
  dataModelRoutes,
  dataModelTagRoutes,
  datasetRoutes,
  deploymentPolicyRoutes,
  embedRoutes,
  fileRoutes,
  materializationRoutes,
  materializationScheduleRoutes,
  memberFileRoutes,
  memberRoutes,
  reportRoutes,
  sourceSwapPolicyRoutes,
  specRoutes,
  tagRoutes,
  teamRoutes,
  tenantRoutes,
  userAttributeRoutes,
  webhookRoutes,
  workbookRoutes,
  workspaceRoutes,
];

export function registerResources(app: FastifyInstance): void {
  acceptUrlIds(app);
  for (const routes of resources) {
    // In a scope of its own: a hook of one resource is no other's business.
    app.register(async (scope) => routes(scope));
  }
}
