// Generated from kinds/translation by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Translation}. */
export interface TranslationArgs extends CommonArgs {
  /** The language: a locale that the platform supports, such as `fr` or `fr-CA`. Changing it replaces the resource. */
  lng: pulumi.Input<string>;
  /** The variant of the language, such as the name of a customer. Changing it replaces the resource. */
  variant?: pulumi.Input<string>;
  /** The translations by the whole phrase that workbooks show, in its case. */
  translations: DeepInput<Record<string, string>>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * The organization's texts in one language, or in a variant of it. Workbooks have translations of their
 * own, which the API doesn't have.
 *
 * The resource manages all texts: an update replaces them, so a text that was added in the product is removed.
 *
 * A delete leaves the variants of a language. If there is a translation already, `up` fails: adopt it
 * with `adopt: true`, which finds it by language and variant.
 *
 * Endpoints: `POST|GET /v2/translations/organization`, `GET|PUT|DELETE /v2/translations/organization/{lng}`,
 * `GET|PUT|DELETE /v2/translations/organization/{lng}/{lng_variant}`.
 *
 * @example
 * ```ts
 * new analytics.Translation("french", {
 *   lng: "fr",
 *   translations: { Revenue: "Chiffre d'affaires", Region: "Région" },
 * });
 * ```
 */
export class Translation extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Translation");

  /** The language: a locale that the platform supports, such as `fr` or `fr-CA`. */
  declare readonly lng: pulumi.Output<string>;
  /** The variant of the language, such as the name of a customer. */
  declare readonly variant: pulumi.Output<string | undefined>;
  /** The translations by the whole phrase that workbooks show, in its case. */
  declare readonly translations: pulumi.Output<Record<string, string>>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: TranslationArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "Translation", properties: ["lng", "variant", "translations", "allowDelete"], deletesFirst: true },
      name,
      args,
      options,
    );
  }
}
