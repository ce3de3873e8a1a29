import { AccountTypes } from "./account-types";
import { apiConnectors } from "./api-connectors";
import { apiCredentials } from "./api-credentials";
import type { DeclaredArea } from "./area";
import type { Api } from "./common";
import { connections } from "./connections";
import { DataModels } from "./data-models";
import { Datasets } from "./datasets";
import { deploymentPolicies } from "./deployment-policies";
import { createDocuments } from "./documents";
import { createEmbeds } from "./embeds";
import { Exports } from "./exports";
import { createFavorites } from "./favorites";
import { Files } from "./files";
import { createFolders } from "./folders";
import { Grants } from "./grants";
import { createMaterializationSchedules } from "./materialization-schedules";
import { Members } from "./members";
import { createOrganizationSettings } from "./organization-settings";
import { plugins } from "./plugins";
import { createReports } from "./reports";
import { createExportSchedules } from "./schedules";
import { createShortcuts } from "./shortcuts";
import { sourceSwapPolicies } from "./source-swap-policies";
import { createSsoCertificates } from "./sso-certificates";
import { tags } from "./tags";
import { teams } from "./teams";
import { createTemplates } from "./templates";
import { tenants } from "./tenants";
import { createTranslations } from "./translations";
import type { ClientSettings } from "./transport/transport";
import { userAttributes } from "./user-attributes";
import { Webhooks } from "./webhooks";
import { WorkbookChecks } from "./workbook-checks";
import { WorkbookContents } from "./workbook-contents";
import { Workbooks } from "./workbooks";
import { workspaces } from "./workspaces";

/** The declared areas of the API, by their names in a client. */
export const areas = {
  apiConnectors,
  apiCredentials,
  connections,
  deploymentPolicies,
  plugins,
  sourceSwapPolicies,
  tags,
  teams,
  tenants,
  userAttributes,
  workspaces,
};

/** The name of a declared area. */
export type AreaName = keyof typeof areas;

/** What a client has of the declared areas. */
export type Areas = { readonly [Name in AreaName]: ReturnType<(typeof areas)[Name]["open"]> };

/** An object of an area, as listed. */
export type ListedIn<Name extends AreaName> =
  (typeof areas)[Name] extends DeclaredArea<infer Entry extends object, infer _Whole, unknown> ? Entry : never;

/** An object of an area, as read by its id. */
export type WholeIn<Name extends AreaName> =
  (typeof areas)[Name] extends DeclaredArea<infer _Entry, infer Whole extends object, unknown> ? Whole : never;

/** An object of an area, as {@link Area.findById} reads it. */
export type SeenIn<Name extends AreaName> = NonNullable<Awaited<ReturnType<Areas[Name]["findById"]>>>;

/** The answer to a create in an area. */
export type CreatedIn<Name extends AreaName> = Awaited<ReturnType<Areas[Name]["create"]>>;

/** Opens all areas of the API for a client. */
export function openAreas(api: Api, { workbookApi }: Pick<ClientSettings, "workbookApi">) {
  const declared = Object.fromEntries(Object.entries(areas).map(([name, area]) => [name, area.open(api)])) as Areas;
  const files = new Files(api);
  const dataModels = new DataModels(api, files);
  const workbooks = new Workbooks(api, files);
  const reports = createReports(api, files);
  const documents = createDocuments(api);
  return {
    ...declared,
    files,
    folders: createFolders({ files, workspaces: declared.workspaces, documents: [dataModels, workbooks, reports] }),
    dataModels,
    members: new Members(api),
    accountTypes: new AccountTypes(api),
    workbooks,
    workbookContents: new WorkbookContents(api, files, workbookApi),
    workbookChecks: new WorkbookChecks(api, files, workbookApi),
    reportContents: new WorkbookContents(api, files, workbookApi, "report"),
    reportChecks: new WorkbookChecks(api, files, workbookApi, "report"),
    documents,
    exports: new Exports(api),
    reports,
    embeds: createEmbeds(api),
    workbookSchedules: createExportSchedules(api, "/v2/workbooks"),
    reportSchedules: createExportSchedules(api, "/v2/reports"),
    materializationSchedules: createMaterializationSchedules(api, documents),
    datasets: new Datasets(api),
    webhooks: new Webhooks(api),
    templates: createTemplates(api),
    favorites: createFavorites(api),
    grants: new Grants(api, declared.connections),
    organizationSettings: createOrganizationSettings(api),
    shortcuts: createShortcuts(api, files),
    translations: createTranslations(api),
    ssoCertificates: createSsoCertificates(api),
  };
}

/** All areas of the API, by their names in a client. */
export type AllAreas = Readonly<ReturnType<typeof openAreas>>;

/** The name of an area in a client. */
export type ClientArea = keyof AllAreas;
