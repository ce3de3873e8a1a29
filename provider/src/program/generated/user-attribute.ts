// Generated from kinds/user-attribute by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link UserAttribute}. */
export interface UserAttributeArgs extends CommonArgs {
  /** The name. The product keeps names unique. */
  name: pulumi.Input<string>;
  /** The description. */
  description?: pulumi.Input<string>;
  /** The value of everyone who has no other. Default: none, and the attribute applies to those with an assignment only. */
  defaultValue?: pulumi.Input<string>;
  /**
   * Whether the provider may delete the object, and with it all its assignments to members, teams and tenants. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A user attribute, a value for each user that row-level rules, connections and deployments refer to.
 * Assign values with `UserAttributeAssignment`.
 *
 * Changing a field needs an operation of September 2026. On a platform without it, `up` fails and changes nothing: the
 * provider never replaces an attribute to change it, because all its assignments would be lost. Change it in the product,
 * or declare another attribute.
 *
 * Formulas and connections refer to an attribute by its name or id, so renaming one can change who sees which rows.
 * `adopt: true` finds an attribute by its name.
 *
 * Endpoints: `POST|GET /v2/user-attributes`, `GET|PATCH|DELETE /v2/user-attributes/{userAttributeId}`.
 *
 * @example
 * ```ts
 * const country = new analytics.UserAttribute("country", {
 *   name: "Country",
 *   description: "Country of the user",
 *   defaultValue: "none",
 * });
 * const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
 * new analytics.UserAttributeAssignment("alan-country", {
 *   userAttributeId: country.id,
 *   memberId: alan.id,
 *   value: "DE",
 * });
 * ```
 */
export class UserAttribute extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("UserAttribute");

  /** The name. The product keeps names unique. */
  declare readonly name: pulumi.Output<string>;
  /** The description. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** The value of everyone who has no other. Default: none, and the attribute applies to those with an assignment only. */
  declare readonly defaultValue: pulumi.Output<string | undefined>;
  /**
   * Whether the provider may delete the object, and with it all its assignments to members, teams and tenants. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: UserAttributeArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "UserAttribute", properties: ["name", "description", "defaultValue", "allowDelete"], deletesFirst: true },
      name,
      args,
      options,
    );
  }
}
