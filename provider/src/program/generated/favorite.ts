// Generated from kinds/favorite by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import type { Report } from "../report";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { CommonArgs } from "./common";
import type { Folder } from "./folder";
import type { Member } from "./member";

/** Arguments of {@link Favorite}. */
export interface FavoriteArgs extends CommonArgs {
  /** Id of the member. Changing it replaces the resource. */
  memberId: pulumi.Input<string> | Member;
  /** Id of the workbook, report, data model or folder. Changing it replaces the resource. */
  inodeId: pulumi.Input<string> | DataModel | Folder | Report | Workbook;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * One document or folder among the favorites of a member, such as the report that every new colleague
 * should find there. The resource ignores the member's other favorites.
 *
 * Members change their favorites at any time: one that the member removes is drift, and the next `pulumi up` after a
 * refresh adds it again. To leave it to the member, remove the resource with `retainOnDelete`. So `pull --all` writes
 * no favorites.
 *
 * Changing either field replaces the resource. If the member has the favorite already, the provider adopts it without a
 * write, even without `adopt`, and a removal keeps it. A document that the member can't see can't be a favorite.
 *
 * Endpoints: `POST /v2/favorites`, `GET /v2/favorites/member/{memberId}`, `DELETE /v2/favorites/member/{memberId}/file/{inodeId}`.
 *
 * @example
 * ```ts
 * const alan = analytics.getMemberOutput({ email: "alan.analyst@acme.example" });
 * const sales = analytics.getWorkbookOutput({ name: "Sales report" });
 * new analytics.Favorite("alan-sales", { memberId: alan.id, inodeId: sales.id });
 * ```
 */
export class Favorite extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Favorite");

  /** Id of the member. */
  declare readonly memberId: pulumi.Output<string>;
  /** Id of the workbook, report, data model or folder. */
  declare readonly inodeId: pulumi.Output<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: FavoriteArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Favorite",
        properties: ["memberId", "inodeId", "allowDelete"],
        refs: { memberId: {}, inodeId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
