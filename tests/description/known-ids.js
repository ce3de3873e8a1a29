/** The ids of what an emulator has, by the names of parameters and fields; and a token to ask it with. */
async function listKnownIds(emulator) {
  const { seeded } = emulator;
  const form = { grant_type: "client_credentials", client_id: emulator.clientId, client_secret: emulator.clientSecret };
  const answer = await fetch(`${emulator.url}/v2/auth/token`, { method: "POST", body: new URLSearchParams(form) });
  const { access_token: token } = await answer.json();
  const send = async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "content-type": "application/json",
    };
    const response = await fetch(emulator.url + path, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const tag = await send("POST", "/v2/tags", { name: "Production", color: "plum" });
  const policy = await send("POST", "/v2/deploymentPolicies", { name: "All" });
  const { pages } = await send("GET", `/v2/dataModels/${seeded.legacyModel}/spec`);
  const workbook = seeded.workbooks.sales;
  const listed = (await send("GET", `/v2/workbooks/${workbook}/pages`)).entries;
  const elements = (await send("GET", `/v2/workbooks/${workbook}/elements`)).entries;
  const files = Object.values(seeded.folders);
  return {
    token,
    ids: {
      workbookId: Object.values(seeded.workbooks),
      reportId: Object.values(seeded.reports),
      dataModelId: [seeded.legacyModel],
      datasetId: Object.values(seeded.datasets),
      inodeId: [...files, ...Object.values(seeded.workbooks), seeded.legacyModel, seeded.tables.orders],
      workspaceId: [seeded.folders.workspace],
      folderId: files,
      parentId: files,
      destinationFolderId: files,
      connectionId: Object.values(seeded.connections),
      connectionPathId: [seeded.tables.orders],
      tableId: Object.values(seeded.tables),
      memberId: Object.values(seeded.members),
      userId: Object.values(seeded.members),
      tag: ["Production"],
      versionTag: ["Production"],
      lng: ["en", "fr"],
      teamId: Object.values(seeded.teams),
      grantId: Object.values(seeded.grants),
      userAttributeId: Object.values(seeded.userAttributes),
      tenantOrganizationId: Object.values(seeded.tenants),
      accountTypeId: Object.values(seeded.accountTypes),
      bookmarkId: Object.values(seeded.bookmarks),
      policyId: Object.values(seeded.sourceSwapPolicies),
      deploymentPolicyId: [policy.deploymentPolicyId],
      tagId: [tag.versionTagId],
      versionTagId: [tag.versionTagId],
      tagName: ["Production"],
      samlServiceProviderId: [seeded.serviceProvider],
      sequenceId: [seeded.webhookSequence],
      pageId: listed.map(({ pageId }) => pageId),
      page: ["0", "1"],
      pageToken: ["0"],
      elementId: [...elements.map(({ elementId }) => elementId), ...pages[0].elements.map(({ id }) => id)],
    },
  };
}

/** A description whose parameters and fields of requests with a known name have the ids of what there is. */
function addKnownIds(description, { ids }) {
  const narrowToIds = (name, schema) => {
    if (["limit", "pageSize"].includes(name)) return { type: "integer", minimum: 1, maximum: 500 };
    return schema?.type === "string" && ids[name] ? { type: "string", enum: ids[name] } : schema;
  };
  const addIn = (schema) => {
    if (Array.isArray(schema)) return schema.map(addIn);
    if (typeof schema !== "object" || schema === null) return schema;
    const entries = Object.entries(schema).map(([key, value]) => {
      if (key !== "properties") return [key, addIn(value)];
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, narrowToIds(name, addIn(inner))])),
      ];
    });
    return Object.fromEntries(entries);
  };
  const addToOperation = ({ parameters = [], requestBody, ...operation }) => ({
    ...operation,
    parameters: parameters.map((one) => ({ ...one, schema: narrowToIds(one.name, one.schema) })),
    ...(requestBody && { requestBody: addIn(requestBody) }),
  });
  const paths = Object.entries(description.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, one]) => [method, one.responses ? addToOperation(one) : one]),
    ),
  ]);
  return { ...description, paths: Object.fromEntries(paths) };
}

module.exports = { addKnownIds, listKnownIds };
