import type { FastifyInstance } from "fastify";
import { acceptUrlIds } from "../http/url-ids";
import { addAccountTypeRoutes } from "./account-types";
import { addApiConnectorRoutes } from "./api-connectors";
import { addApiCredentialRoutes } from "./api-credentials";
import { addBookmarkRoutes } from "./bookmarks";
import { addClientCredentialRoutes } from "./client-credentials";
import { addConnectionRecordRoutes } from "./connection-records";
import { addConnectionRoutes } from "./connections";
import { addColumnSecurityRoutes } from "./data-models/column-security";
import { addDataModelContentsRoutes } from "./data-models/contents";
import { addDataModelRoutes } from "./data-models/list";
import { addSpecRoutes } from "./data-models/spec";
import { addDataModelTagRoutes } from "./data-models/tags";
import { addDatasetRoutes } from "./datasets";
import { addDeploymentPolicyRoutes } from "./deployment-policies";
import { addDocumentRoutes } from "./documents";
import { embedRoutes } from "./embeds";
import { addFavoriteRoutes } from "./favorites";
import { addFileRoutes } from "./files";
import { grantRoutes } from "./grants";
import { addMaterializationScheduleRoutes } from "./materialization-schedules";
import { addDatasetMaterializationRoutes, addMaterializationRoutes } from "./materializations";
import { addMemberFileRoutes } from "./member-files";
import { addMemberRoutes } from "./members";
import { addOrganizationSettingRoutes } from "./organization-settings";
import { addPluginRoutes } from "./plugins";
import { addShortcutRoutes } from "./shortcuts";
import { addSourceSwapPolicyRoutes } from "./source-swap-policies";
import { addSsoCertificateRoutes } from "./sso-certificates";
import { tagRoutes } from "./tags";
import { addTeamRoutes } from "./teams";
import { addTemplateRoutes } from "./templates";
import { addTenantRoutes } from "./tenants";
import { addTranslationRoutes } from "./translations";
import { addUserAttributeRoutes } from "./user-attributes";
import { addWebhookRoutes } from "./webhooks";
import { addWorkbookDocumentRoutes } from "./workbook-documents";
import { addWorkspaceRoutes } from "./workspaces";

/** Every resource of the platform; a new one is one line here. */
const resources = [
  addAccountTypeRoutes,
  addApiConnectorRoutes,
  addApiCredentialRoutes,
  addBookmarkRoutes,
  addClientCredentialRoutes,
  addColumnSecurityRoutes,
  addConnectionRecordRoutes,
  addConnectionRoutes,
  addDataModelContentsRoutes,
  addDataModelRoutes,
  addDataModelTagRoutes,
  addDatasetMaterializationRoutes,
  addDatasetRoutes,
  addDeploymentPolicyRoutes,
  embedRoutes,
  addFavoriteRoutes,
  addFileRoutes,
  grantRoutes,
  addMaterializationRoutes,
  addMaterializationScheduleRoutes,
  addMemberFileRoutes,
  addMemberRoutes,
  addOrganizationSettingRoutes,
  addPluginRoutes,
  addShortcutRoutes,
  addSourceSwapPolicyRoutes,
  addSpecRoutes,
  addSsoCertificateRoutes,
  tagRoutes,
  addTeamRoutes,
  addTemplateRoutes,
  addTenantRoutes,
  addTranslationRoutes,
  addUserAttributeRoutes,
  addWebhookRoutes,
  addWorkbookDocumentRoutes,
  addDocumentRoutes,
  addWorkspaceRoutes,
];

export function registerResources(app: FastifyInstance): void {
  acceptUrlIds(app);
  for (const routes of resources) {
    // In a scope of its own: a hook of one resource is no other's business. Without a name, Fastify looks for one among
    // all loaded modules.
    const registerRoutes = async (scope: FastifyInstance) => routes(scope);
    app.register(Object.assign(registerRoutes, { [Symbol.for("fastify.display-name")]: routes.name }));
  }
}
