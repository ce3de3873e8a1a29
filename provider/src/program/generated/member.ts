// Generated from kinds/member by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { AccountType } from "./account-type";
import type { CommonArgs } from "./common";

/** Arguments of {@link Member}. */
export interface MemberArgs extends CommonArgs {
  /** The email address; upper and lower case are the same. A change detaches a single sign-on that uses the old address. */
  email: pulumi.Input<string>;
  /** The first name. */
  firstName: pulumi.Input<string>;
  /** The last name. */
  lastName: pulumi.Input<string>;
  /** The account type, its name or its id. Default: the organization's default on create, and the current one afterwards. */
  memberType?: pulumi.Input<string> | AccountType;
  /** The kind of user. Default: `internal` on create, and the current one afterwards. */
  userKind?: pulumi.Input<"internal" | "guest" | "embed">;
  /** Whether the create sends an invitation by email. No effect after the create, and for `embed`. Default: true. */
  sendInvite?: pulumi.Input<boolean>;
  /** Whether the create reactivates a deactivated member who has the email address. Default: false, and the create fails. */
  reactivate?: pulumi.Input<boolean>;
  /** Id of the member who gets the documents and scheduled exports when the member is deactivated. Default: the owner of the API credentials. */
  newOwnerId?: pulumi.Input<string> | Member;
  /** Whether to archive the documents and scheduled exports when the member is deactivated, instead of moving them. Default: false. */
  archiveDocuments?: pulumi.Input<boolean>;
  /** Whether to archive the scheduled exports when the member is deactivated. Default: false. */
  archiveScheduledExports?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A user of the organization.
 *
 * The platform never removes a member: deleting the resource deactivates the member. By default, the documents then move
 * to the owner of the API credentials; `newOwnerId`, `archiveDocuments` and `archiveScheduledExports` change that.
 * What was in the member's own area lands in *My Documents / Archived Users* of the new owner. The provider refuses to
 * deactivate the owner of the API credentials and the last member whose account type is named Admin, and to take that
 * account type from them.
 *
 * An email address belongs to one member, also after a deactivation. If a deactivated member has the address, the create
 * fails; with `reactivate: true`, it reactivates the member. Documents that moved don't return. `adopt: true` finds an
 * active member by the email address.
 *
 * If an identity provider has deactivated the member, a delete sends nothing: the provider removes the resource from the
 * state only.
 *
 * If an identity provider manages the members (SCIM), declare members there. The platform may refuse writes of such
 * members, or the identity provider may overwrite names and account type at the next sign-in.
 *
 * Endpoints: `POST|GET /v2/members`, `GET|PATCH|DELETE /v2/members/{memberId}`.
 *
 * @example
 * ```ts
 * const bea = new analytics.Member("bea", {
 *   email: "bea@example.com",
 *   firstName: "Bea",
 *   lastName: "Cho",
 *   memberType: "creator",
 *   sendInvite: false,
 * });
 * new analytics.Team("marketing", { name: "Marketing", members: [bea.id] });
 * ```
 */
export class Member extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Member");

  /** The email address; upper and lower case are the same. A change detaches a single sign-on that uses the old address. */
  declare readonly email: pulumi.Output<string>;
  /** The first name. */
  declare readonly firstName: pulumi.Output<string>;
  /** The last name. */
  declare readonly lastName: pulumi.Output<string>;
  /** The account type, its name or its id. Default: the organization's default on create, and the current one afterwards. */
  declare readonly memberType: pulumi.Output<string | undefined>;
  /** The kind of user. Default: `internal` on create, and the current one afterwards. */
  declare readonly userKind: pulumi.Output<"internal" | "guest" | "embed" | undefined>;
  /** Whether the create sends an invitation by email. No effect after the create, and for `embed`. Default: true. */
  declare readonly sendInvite: pulumi.Output<boolean | undefined>;
  /** Whether the create reactivates a deactivated member who has the email address. Default: false, and the create fails. */
  declare readonly reactivate: pulumi.Output<boolean | undefined>;
  /** Id of the member who gets the documents and scheduled exports when the member is deactivated. Default: the owner of the API credentials. */
  declare readonly newOwnerId: pulumi.Output<string | undefined>;
  /** Whether to archive the documents and scheduled exports when the member is deactivated, instead of moving them. Default: false. */
  declare readonly archiveDocuments: pulumi.Output<boolean | undefined>;
  /** Whether to archive the scheduled exports when the member is deactivated. Default: false. */
  declare readonly archiveScheduledExports: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Id of the member's own folder, *My Documents*. */
  declare readonly homeFolderId: pulumi.Output<string>;
  /** Whether an identity provider has deactivated the member. */
  declare readonly isInactive: pulumi.Output<boolean>;

  constructor(name: string, args: MemberArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Member",
        properties: [
          "email",
          "firstName",
          "lastName",
          "memberType",
          "userKind",
          "sendInvite",
          "reactivate",
          "newOwnerId",
          "archiveDocuments",
          "archiveScheduledExports",
          "allowDelete",
          "homeFolderId",
          "isInactive",
        ],
        refs: { memberType: { by: "name" }, newOwnerId: {} },
      },
      name,
      args,
      options,
    );
  }
}
