import type { DeploymentPolicyDocument, SourceSwapPolicy } from "pulumi-analytics-internal/core/api";
import type { Fields } from "../../text/typescript";
import { quote } from "../../text/writers/typescript";
import type { PolicyWithMembers } from "../organization";
import type { ProgramFile } from "./file";
import { declareObject, insertReferences, type Scene, writeId } from "./scene";

/** Source swap policies and deployment policies with their tenants and documents, where they were read. */
export function declarePolicies(scene: Scene): void {
  const { sourceSwapPolicies, deploymentPolicies } = scene.organization;
  if (sourceSwapPolicies === undefined || deploymentPolicies === undefined) return;
  const file = scene.file("policies", [
    "Source swap policies, and deployment policies with their documents and tenants.",
  ]);
  for (const policy of sourceSwapPolicies) declareSwap(scene, file, policy);
  for (const policy of deploymentPolicies) declareDeployment(scene, file, policy);
}

function declareSwap(scene: Scene, file: ProgramFile, policy: SourceSwapPolicy): void {
  const { policyId: id, type, name: title, fromConnectionId, swaps } = policy;
  const args = {
    type,
    name: title,
    fromConnectionId: insertReferences(scene, file, fromConnectionId),
    swaps: insertReferences(scene, file, swaps),
  };
  declareObject(scene, file, { kind: "SourceSwapPolicy", id, called: [title, `${title} swap`], title, args });
}

function declareDeployment(scene: Scene, file: ProgramFile, policy: PolicyWithMembers): void {
  const { deploymentPolicyId: id, name: title, nameInTenant, versionTagId, copyInputTableData } = policy;
  const swaps = policy.sourceSwapPolicies.map((swap) => writeId(scene, file, swap));
  const args = {
    name: title,
    nameInTenant: nameInTenant === title ? undefined : nameInTenant,
    versionTagId: versionTagId === null ? undefined : writeId(scene, file, versionTagId),
    sourceSwapPolicies: swaps.length === 0 ? undefined : swaps,
    copyInputTableData: copyInputTableData || undefined,
  };
  declareObject(scene, file, { kind: "DeploymentPolicy", id, called: [title, `${title} policy`], title, args });
  const deploymentPolicyId = scene.idFrom(file, id);
  // Members of a policy that isn't declared would belong to nothing.
  if (deploymentPolicyId === undefined) return;
  const declareMember = (kind: string, memberId: string, member: string, args: Fields, comment?: string) =>
    declareObject(scene, file, {
      kind,
      id: `${id}/${memberId}`,
      called: [`${scene.nameOf(id)} ${member}`],
      title: `${member} of ${title}`,
      isReferred: false,
      args: { deploymentPolicyId, ...args },
      comments: comment === undefined ? [] : [comment],
    });
  for (const { id: tenant, name } of policy.tenants) {
    const args = { tenantOrganizationId: writeId(scene, file, tenant) };
    declareMember("DeploymentPolicyTenant", tenant, name ?? tenant, args, name && quote(name));
  }
  for (const { inodeId, inode } of policy.documents) {
    const declared = scene.idFrom(file, inodeId);
    const comment = declared === undefined ? describeDocument(inode) : undefined;
    const args = { inodeId: declared ?? inodeId };
    declareMember("DeploymentPolicyDocument", inodeId, inode?.name ?? inodeId, args, comment);
  }
}

function describeDocument(inode: DeploymentPolicyDocument["inode"]): string | undefined {
  return inode === null ? undefined : `Document: ${inode.type} ${quote(inode.name)}`;
}
