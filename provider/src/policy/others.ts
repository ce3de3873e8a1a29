import type { ResourceValidation } from "@pulumi/policy";
import type { DataModelTagInputs } from "../kinds/data-model-tag";
import type { DatasetMigrationInputs } from "../kinds/dataset-migration";
import type { CommonInputs } from "../kinds/declare/kind";
import type { DeploymentPolicyInputs } from "../kinds/deployment-policy";
import type { FolderInputs } from "../kinds/folder";
import type { TagInputs } from "../kinds/tag";
import { type PolicyContext, validateKind } from "./kinds";
import type { SeenInside } from "./seen";

/** A judgement of resources without secrets: their inputs, in which any value may be unknown. */
export type Judge<Inputs> = (
  inputs: SeenInside<Inputs & CommonInputs>,
  context: PolicyContext,
  report: (message: string) => void,
) => void | Promise<void>;

/**
 * A policy's judgement of every version tag.
 *
 * @example validateTag(({ color }, _context, report) => { if (color === "plum") report("plum is taken"); })
 */
export const validateTag = ofKind<TagInputs>("Tag");

/** A policy's judgement of every tag put on a data model. */
export const validateDataModelTag = ofKind<DataModelTagInputs>("DataModelTag");

/** A policy's judgement of every folder. */
export const validateFolder = ofKind<FolderInputs>("Folder");

/**
 * A policy's judgement of every deployment policy.
 *
 * @example validateDeploymentPolicy(({ copyInputTableData }, _context, report) => { if (copyInputTableData === true) report("…"); })
 */
export const validateDeploymentPolicy = ofKind<DeploymentPolicyInputs>("DeploymentPolicy");

/** A policy's judgement of every migration of a dataset, which can't be undone. */
export const validateDatasetMigration = ofKind<DatasetMigrationInputs>("DatasetMigration");

function ofKind<Inputs extends object>(kind: string): (judge: Judge<Inputs>) => ResourceValidation {
  return (judge) =>
    validateKind(
      kind,
      (properties) => properties as unknown as SeenInside<Inputs & CommonInputs>,
      (_inputs, report) => report,
      judge,
    );
}
