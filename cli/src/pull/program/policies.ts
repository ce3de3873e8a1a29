import type { DeploymentPolicyDocument, SourceSwapPolicy } from "pulumi-analytics-internal/core/api";
import { toIdentifier } from "../../text/names";
import type { Value } from "../../text/typescript";
import type { PolicyWithMembers } from "../organization";
import type { ProgramFile } from "./file";
import { buildAdoption, insertReferences, type Scene } from "./scene";

/** Source swap policies and deployment policies with their tenants and documents; undefined where they weren't read. */
export function declarePolicies(scene: Scene): ProgramFile | undefined {
  const { sourceSwapPolicies, deploymentPolicies } = scene.organization;
  if (sourceSwapPolicies === undefined || deploymentPolicies === undefined) return undefined;
  const file = scene.file("policies", [
    "Source swap policies, and deployment policies with their documents and tenants.",
  ]);
  for (const policy of sourceSwapPolicies) declareSwap(scene, file, policy);
  for (const policy of deploymentPolicies) declareDeployment(scene, file, policy);
  return file;
}

function declareSwap(scene: Scene, file: ProgramFile, policy: SourceSwapPolicy): void {
  const { policyId: id, type, name: title, fromConnectionId, swaps } = policy;
  const name = scene.names("policies").give(id, [title, `${title} swap`]);
  const referByName = (value: unknown) => insertReferences(scene, file, value);
  const args = {
    type,
    name: title,
    fromConnectionId: referByName(fromConnectionId),
    swaps: referByName(swaps),
    ...buildAdoption(scene, id),
  };
  file.declare({ kind: "SourceSwapPolicy", id, name, identifier: toIdentifier(name), title, args });
}

function declareDeployment(scene: Scene, file: ProgramFile, policy: PolicyWithMembers): void {
  const {
    deploymentPolicyId: id,
    name: title,
    nameInTenant,
    versionTagId,
    sourceSwapPolicies,
    copyInputTableData,
  } = policy;
  const names = scene.names("policies");
  const name = names.give(id, [title, `${title} policy`]);
  file.declare({
    kind: "DeploymentPolicy",
    id,
    name,
    identifier: toIdentifier(name),
    title,
    args: {
      name: title,
      nameInTenant: nameInTenant === title ? undefined : nameInTenant,
      versionTagId: versionTagId === null ? undefined : (scene.idFrom(file, versionTagId) ?? versionTagId),
      sourceSwapPolicies:
        sourceSwapPolicies.length === 0
          ? undefined
          : sourceSwapPolicies.map((swap) => file.referToId(file, swap) ?? swap),
      copyInputTableData: copyInputTableData || undefined,
      ...buildAdoption(scene, id),
    },
  });
  const deploymentPolicyId = file.referToId(file, id);
  // Members of a policy that isn't declared would belong to nothing.
  if (deploymentPolicyId === undefined) return;
  const declareMember = (
    kind: string,
    memberId: string,
    memberTitle: string,
    args: Record<string, Value>,
    comment?: string,
  ) => {
    const whole = `${id}/${memberId}`;
    file.declare({
      kind,
      id: whole,
      name: names.give(whole, [`${name} ${memberTitle}`]),
      title: `${memberTitle} of ${title}`,
      args: { deploymentPolicyId, ...args, ...buildAdoption(scene, whole) },
      comments: comment === undefined ? [] : [comment],
    });
  };
  for (const tenant of policy.tenants) {
    const args = { tenantOrganizationId: scene.idFrom(file, tenant.id) ?? tenant.id };
    declareMember("DeploymentPolicyTenant", tenant.id, tenant.name ?? tenant.id, args, tenant.name);
  }
  for (const { inodeId, inode } of policy.documents) {
    const declared = scene.idFrom(file, inodeId);
    const comment = declared === undefined ? describeDocument(inode) : undefined;
    declareMember(
      "DeploymentPolicyDocument",
      inodeId,
      inode?.name ?? inodeId,
      { inodeId: declared ?? inodeId },
      comment,
    );
  }
}

function describeDocument(inode: DeploymentPolicyDocument["inode"]): string | undefined {
  return inode === null ? undefined : `${inode.type} ${inode.name}`;
}
