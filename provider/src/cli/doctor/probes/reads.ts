import { type AnalyticsClient, ApiError, areDatasetsRetired, datasetsRetired } from "../../../core/api";
import { type Answer, answer, type Finding, failed, ok, skipped, warning } from "../finding";
import { failureOf, wordsOf } from "./failure";

/** A call that only reads, and what a refusal of it means. */
export interface Read {
  readonly id: string;
  readonly title: string;
  /** What doesn't work without it. */
  readonly serves: string;
  /** What the owner of the credentials needs for it. */
  readonly permission: string;
  /** True when nothing goes without it, so that a refusal is a failure and no warning. */
  readonly essential?: boolean;
  /** Asks for one page or one thing; undefined when there is nothing to ask for, `[]` when there was nothing to see. */
  call(client: AnalyticsClient): Promise<readonly unknown[] | undefined>;
}

/** Calls of every kind the provider has, one each. None changes anything; rights to change things can't be tried without doing so. */
export const reads: readonly Read[] = [
  {
    id: "folders",
    title: "Folders",
    serves: "Folder, DataModel, getFolder",
    permission: "access to the folders",
    essential: true,
    call: ({ files }) => first(files.list({ type: "folder" })),
  },
  {
    id: "data-models",
    title: "Data models",
    serves: "DataModel, DataModelTag, getDataModel",
    permission: "Can view access to the data models",
    essential: true,
    call: ({ dataModels }) => first(dataModels.list()),
  },
  {
    id: "data-model-spec",
    title: "A data model's contents",
    serves: "DataModel, getDataModelSpec",
    permission: "Can view access to the data model",
    essential: true,
    async call({ dataModels }) {
      const [model] = await first(dataModels.list());
      return model && [await dataModels.getSpec(model.dataModelId)];
    },
  },
  {
    id: "connections",
    title: "Connections",
    serves: "the sources of data models, getConnection",
    permission: "access to the connections",
    essential: true,
    call: ({ connections }) => first(connections.list()),
  },
  {
    id: "tags",
    title: "Version tags",
    serves: "Tag, DataModelTag, WorkbookTag, getTag",
    permission: "undocumented permissions",
    call: ({ tags }) => first(tags.list()),
  },
  {
    id: "deployment-policies",
    title: "Deployment policies",
    serves: "DeploymentPolicy, getDeploymentPolicy",
    permission: "an account type that manages deployments",
    call: ({ deploymentPolicies }) => first(deploymentPolicies.list()),
  },
  {
    id: "tenants",
    title: "Tenants to deploy to",
    serves: "DeploymentPolicyTenant",
    permission: "an account type that manages deployments",
    call: ({ deploymentPolicies }) => first(deploymentPolicies.availableTenants()),
  },
  {
    id: "source-swap-policies",
    title: "Source swap policies",
    serves: "SourceSwapPolicy",
    permission: "undocumented permissions",
    call: ({ sourceSwapPolicies }) => first(sourceSwapPolicies.list()),
  },
  {
    id: "api-credentials",
    title: "API credentials",
    serves: "ApiCredential, getApiCredential",
    permission: "an account type with the permission Manage API connectors",
    call: ({ apiCredentials }) => first(apiCredentials.list()),
  },
  {
    id: "teams",
    title: "Teams",
    serves: "getTeam",
    permission: "undocumented permissions",
    call: ({ teams }) => first(teams.list()),
  },
  {
    id: "members",
    title: "Members",
    serves: "getMember",
    permission: "an account type that sees members",
    call: ({ members }) => first(members.list()),
  },
  {
    id: "workbooks",
    title: "Workbooks",
    serves: "WorkbookTag, WebhookTrigger, getWorkbook",
    permission: "access to the workbooks",
    call: ({ workbooks }) => first(workbooks.list()),
  },
  {
    id: "bookmarks",
    title: "A workbook's bookmarks",
    serves: "getBookmark",
    permission: "access to the workbook",
    async call({ workbooks }) {
      const [workbook] = await first(workbooks.list());
      return workbook && first(workbooks.bookmarks(workbook.workbookId));
    },
  },
  {
    id: "datasets",
    title: "Datasets",
    serves: "DatasetMigration, getDataset",
    permission: "access to the datasets",
    call: ({ datasets }) => first(datasets.list()),
  },
];

/** Makes the call, and says what a refusal stops. */
export async function tryRead(read: Read, client: AnalyticsClient): Promise<Answer> {
  try {
    const seen = await read.call(client);
    if (seen === undefined) return answer(skipped("there is no object to test with"));
    return answer(
      ok(
        seen.length > 0
          ? "readable"
          : "readable, but the list is empty: no objects, or none that these credentials can read",
      ),
    );
  } catch (error) {
    if (areDatasetsRetired(error)) return answer(skipped(datasetsRetired));
    if (error instanceof ApiError) return answer(refused(read, error));
    throw error;
  }
}

function refused({ serves, permission, essential = false }: Read, error: ApiError): Finding {
  if (error.status !== 403 || error.fromProxy) return failureOf(error, "Check the platform's status, and try again.");
  const hint = `The owner of the credentials needs ${permission}. Without it, these don't work: ${serves}.`;
  return (essential ? failed : warning)(wordsOf(error), hint);
}

/** The first of a list, as a list; a list asks for no more than its first page. */
async function first<T>(list: AsyncGenerator<T, void, undefined>): Promise<readonly T[]> {
  const { value } = await list.next();
  await list.return();
  return value === undefined ? [] : [value as T];
}
