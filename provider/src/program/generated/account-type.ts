// Generated from kinds/account-type by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link AccountType}. */
export interface AccountTypeArgs extends CommonArgs {
  /** The name. Changing it replaces the resource. */
  name: pulumi.Input<string>;
  /** The description. Changing it replaces the resource. */
  description?: pulumi.Input<string>;
  /** Names of permissions, in any order. {@link getAccountType} shows those of an existing type, and what each allows in its `permissionDescriptions`. */
  permissions: DeepInput<string[]>;
  /** Id of the account type that the members get when this one is deleted. */
  reassignToAccountTypeId?: pulumi.Input<string> | AccountType;
  /**
   * Whether the provider may delete the object, and with it the name that identity providers refer to; its members get another account type. Default:
   * false, and a delete or replacement fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a
   * delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * An account type: a name for what members may do. Members, SCIM and SAML refer to it by its name.
 *
 * The type must have at least the declared permissions. The platform may add permissions that they imply: the provider
 * logs those, and they are no drift. The highest license tier among the permissions decides what the type costs.
 *
 * Changing `permissions` needs an operation of September 2026. On a platform without it, `up` fails: change them in
 * the product, or declare a second type and move the members to it. Changing `name` or `description` replaces the
 * type, which deletes it first.
 *
 * A delete moves the members of the type to the one that `reassignToAccountTypeId` names; without it, the provider
 * deletes only a type without members. It never deletes a default type. `adopt: true` finds a type by its name.
 *
 * Endpoints: `POST|GET /v2/accountTypes`, `GET /v2/accountTypes/{accountTypeId}/permissions`, `PATCH|DELETE /v2/accountTypes/{accountTypeId}`.
 *
 * @example
 * ```ts
 * const analyst = new analytics.AccountType("analyst", {
 *   name: "Analyst",
 *   description: "Explores and comments",
 *   permissions: ["view-worksheet", "comment"],
 * });
 * new analytics.Member("ann", { email: "ann@example.com", firstName: "Ann", lastName: "Lee", memberType: analyst });
 * ```
 */
export class AccountType extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("AccountType");

  /** The name. */
  declare readonly name: pulumi.Output<string>;
  /** The description. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Names of permissions, in any order. {@link getAccountType} shows those of an existing type, and what each allows in its `permissionDescriptions`. */
  declare readonly permissions: pulumi.Output<string[]>;
  /** Id of the account type that the members get when this one is deleted. */
  declare readonly reassignToAccountTypeId: pulumi.Output<string | undefined>;
  /**
   * Whether the provider may delete the object, and with it the name that identity providers refer to; its members get another account type. Default:
   * false, and a delete or replacement fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a
   * delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** False for an account type that every organization has. */
  declare readonly isCustom: pulumi.Output<boolean>;

  constructor(name: string, args: AccountTypeArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "AccountType",
        properties: ["name", "description", "permissions", "reassignToAccountTypeId", "allowDelete", "isCustom"],
        refs: { reassignToAccountTypeId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
