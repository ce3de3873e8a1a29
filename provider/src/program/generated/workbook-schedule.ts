// Generated from kinds/workbook-schedule by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { CommonArgs } from "./common";

/** Arguments of {@link WorkbookSchedule}. */
export interface WorkbookScheduleArgs extends CommonArgs {
  /** Id of the workbook. Changing it replaces the resource. */
  workbookId: pulumi.Input<string> | Workbook;
  /** What is exported, in which format; may be empty. */
  attachments: DeepInput<
    {
      /** The format. */
      format: {
        /** `PDF`; for workbooks also `CSV`, `JSON`, `JSONL`, `XLSX`, `PNG` or `NONE`. `EXCEL`, as the platform returns it, means `XLSX`. */
        type: string;
        /** Of a PDF. */
        layout?: "portrait" | "landscape";
        /** Of a PDF. */
        scaleFactor?: number;
        /** Of a PNG. */
        pixelWidth?: number;
        /** Of a PNG. */
        pixelHeight?: number;
      };
      /** The part of the workbook, in the API's form: `{ type: "all" }` or `{ type: "element", elementIds: ["…"] }`. Default: the whole workbook. */
      source?: Record<string, unknown>;
    }[]
  >;
  /** The version or bookmark to export. Default: the published version. */
  variant?: DeepInput<{
    /** Id of a version tag: exports the version that has it. */
    tagId?: string;
    /** Id of a bookmark. Works with `PDF` and `PNG` only. */
    bookmarkId?: string;
  }>;
  /** How tables are exported. */
  formatting?: DeepInput<{
    /** The headers of pivot tables. */
    pivotHeaderStyle?: "merged" | "repeated";
    /** Whether to add data about the export. */
    includeMetadata?: boolean;
  }>;
  /** When, as a cron expression of five fields: minute, hour, day of the month, month, day of the week. */
  cronSpec: pulumi.Input<string>;
  /** The time zone of `cronSpec` by its IANA name, such as `Europe/Berlin`. */
  timezone: pulumi.Input<string>;
  /**
   * Who gets the export, each with exactly one field. Required, but for an adopted or imported schedule, which keeps its recipients. The platform never
   * returns them, so a change made in the product isn't seen; every update sends them.
   */
  targets?: DeepInput<
    {
      /** An e-mail address. */
      email?: string;
      /** Id of a team. The platform resolves its members when the export runs. */
      teamId?: string;
      /** An e-mail address for a copy. */
      ccEmail?: string;
      /** An e-mail address for a blind copy. */
      bccEmail?: string;
      /** Id of a team for a copy. */
      ccTeamId?: string;
      /** Id of a team for a blind copy. */
      bccTeamId?: string;
      /** Id of a Slack channel or member. */
      slackConversationId?: string;
      /** URL of a Google spreadsheet. */
      googleSpreadsheetUrl?: string;
      /** URL of a Google Drive folder. */
      googleDriveFolderUrl?: string;
      /** URL of a webhook. If it contains a token, pass `targets` as a secret. */
      webhookUrl?: string;
    }[]
  >;
  /** The subject of the message. */
  title: pulumi.Input<string>;
  /** The text of the message. */
  message: pulumi.Input<string>;
  /** The name of the exported file. Left out: the platform chooses one. */
  exportName?: pulumi.Input<string>;
  /** Whether the message links to the document. Default: false. */
  includeLink?: pulumi.Input<boolean>;
  /** Whether the queries run with each recipient's own access. Default: false. */
  runAsRecipient?: pulumi.Input<boolean>;
  /** Whether to merge PDF attachments into one. Default: false. */
  mergeAttachments?: pulumi.Input<boolean>;
  /** Whether to compress the attachments into one file. Default: false. */
  zipAttachments?: pulumi.Input<boolean>;
  /** When to send, in the API's form `{ type, condition }`. Only `type` is compared. Left out: always. */
  condition?: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** Values of controls by control id, in the API's form `{ type, value }`. The platform returns them in another form, so they aren't compared. */
  controlValues?: pulumi.Input<Record<string, pulumi.Input<unknown>>>;
  /** What the schedule is for. The platform never returns it; left out, an adopted or imported schedule keeps it. */
  description?: pulumi.Input<string>;
  /**
   * Whether the schedule is paused. Default: false. If the declared schedule runs and the platform has suspended it, the provider warns and keeps it
   * suspended: see `resumeTriggers`.
   */
  isPaused?: pulumi.Input<boolean>;
  /** Any values. Changing one resumes a suspended schedule, unless `isPaused` is true. */
  resumeTriggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A schedule that exports a workbook and sends it to people, files or webhooks.
 *
 * The platform never returns recipients and descriptions, so a change made to them in the product isn't seen. An adopted
 * or imported schedule keeps them until the program declares some. Every update sends the whole declaration. The platform
 * fills in defaults, so the provider compares only what is declared.
 *
 * The platform suspends a schedule whose exports fail. The provider then warns on every refresh and sets `isSuspended`,
 * but doesn't resume the schedule: fix the cause, then change `resumeTriggers`.
 *
 * `adopt: true` finds a schedule by its titles and time in the workbook.
 *
 * Endpoints: `POST|GET /v2/workbooks/{workbookId}/schedules`, `PATCH|DELETE /v2/workbooks/{workbookId}/schedules/{scheduleId}`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * const managers = new analytics.Team("managers", { name: "Managers" });
 * new analytics.WorkbookSchedule("weekly-sales", {
 *   workbookId: report.id,
 *   cronSpec: "0 8 * * mon",
 *   timezone: "Europe/Berlin",
 *   targets: [{ teamId: managers.id }, { email: "sales@example.com" }],
 *   title: "Sales of the week",
 *   message: "The report is attached.",
 *   attachments: [{ format: { type: "PDF", layout: "landscape" } }],
 * });
 * ```
 */
export class WorkbookSchedule extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("WorkbookSchedule");

  /** Id of the workbook. */
  declare readonly workbookId: pulumi.Output<string>;
  /** What is exported, in which format; may be empty. */
  declare readonly attachments: pulumi.Output<
    {
      /** The format. */
      format: {
        /** `PDF`; for workbooks also `CSV`, `JSON`, `JSONL`, `XLSX`, `PNG` or `NONE`. `EXCEL`, as the platform returns it, means `XLSX`. */
        type: string;
        /** Of a PDF. */
        layout?: "portrait" | "landscape";
        /** Of a PDF. */
        scaleFactor?: number;
        /** Of a PNG. */
        pixelWidth?: number;
        /** Of a PNG. */
        pixelHeight?: number;
      };
      /** The part of the workbook, in the API's form: `{ type: "all" }` or `{ type: "element", elementIds: ["…"] }`. Default: the whole workbook. */
      source?: Record<string, unknown>;
    }[]
  >;
  /** The version or bookmark to export. Default: the published version. */
  declare readonly variant: pulumi.Output<
    | {
        /** Id of a version tag: exports the version that has it. */
        tagId?: string;
        /** Id of a bookmark. Works with `PDF` and `PNG` only. */
        bookmarkId?: string;
      }
    | undefined
  >;
  /** How tables are exported. */
  declare readonly formatting: pulumi.Output<
    | {
        /** The headers of pivot tables. */
        pivotHeaderStyle?: "merged" | "repeated";
        /** Whether to add data about the export. */
        includeMetadata?: boolean;
      }
    | undefined
  >;
  /** When, as a cron expression of five fields: minute, hour, day of the month, month, day of the week. */
  declare readonly cronSpec: pulumi.Output<string>;
  /** The time zone of `cronSpec` by its IANA name, such as `Europe/Berlin`. */
  declare readonly timezone: pulumi.Output<string>;
  /**
   * Who gets the export, each with exactly one field. Required, but for an adopted or imported schedule, which keeps its recipients. The platform never
   * returns them, so a change made in the product isn't seen; every update sends them.
   */
  declare readonly targets: pulumi.Output<
    | {
        /** An e-mail address. */
        email?: string;
        /** Id of a team. The platform resolves its members when the export runs. */
        teamId?: string;
        /** An e-mail address for a copy. */
        ccEmail?: string;
        /** An e-mail address for a blind copy. */
        bccEmail?: string;
        /** Id of a team for a copy. */
        ccTeamId?: string;
        /** Id of a team for a blind copy. */
        bccTeamId?: string;
        /** Id of a Slack channel or member. */
        slackConversationId?: string;
        /** URL of a Google spreadsheet. */
        googleSpreadsheetUrl?: string;
        /** URL of a Google Drive folder. */
        googleDriveFolderUrl?: string;
        /** URL of a webhook. If it contains a token, pass `targets` as a secret. */
        webhookUrl?: string;
      }[]
    | undefined
  >;
  /** The subject of the message. */
  declare readonly title: pulumi.Output<string>;
  /** The text of the message. */
  declare readonly message: pulumi.Output<string>;
  /** The name of the exported file. Left out: the platform chooses one. */
  declare readonly exportName: pulumi.Output<string | undefined>;
  /** Whether the message links to the document. Default: false. */
  declare readonly includeLink: pulumi.Output<boolean | undefined>;
  /** Whether the queries run with each recipient's own access. Default: false. */
  declare readonly runAsRecipient: pulumi.Output<boolean | undefined>;
  /** Whether to merge PDF attachments into one. Default: false. */
  declare readonly mergeAttachments: pulumi.Output<boolean | undefined>;
  /** Whether to compress the attachments into one file. Default: false. */
  declare readonly zipAttachments: pulumi.Output<boolean | undefined>;
  /** When to send, in the API's form `{ type, condition }`. Only `type` is compared. Left out: always. */
  declare readonly condition: pulumi.Output<Record<string, unknown> | undefined>;
  /** Values of controls by control id, in the API's form `{ type, value }`. The platform returns them in another form, so they aren't compared. */
  declare readonly controlValues: pulumi.Output<Record<string, unknown> | undefined>;
  /** What the schedule is for. The platform never returns it; left out, an adopted or imported schedule keeps it. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Whether the schedule is paused. Default: false. If the declared schedule runs and the platform has suspended it, the provider warns and keeps it
   * suspended: see `resumeTriggers`.
   */
  declare readonly isPaused: pulumi.Output<boolean | undefined>;
  /** Any values. Changing one resumes a suspended schedule, unless `isPaused` is true. */
  declare readonly resumeTriggers: pulumi.Output<unknown[] | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** Whether the schedule is paused by a person or suspended by the platform. */
  declare readonly isSuspended: pulumi.Output<boolean>;
  /** Id of the member who owns the schedule. */
  declare readonly ownerId: pulumi.Output<string>;

  constructor(name: string, args: WorkbookScheduleArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "WorkbookSchedule",
        properties: [
          "workbookId",
          "attachments",
          "variant",
          "formatting",
          "cronSpec",
          "timezone",
          "targets",
          "title",
          "message",
          "exportName",
          "includeLink",
          "runAsRecipient",
          "mergeAttachments",
          "zipAttachments",
          "condition",
          "controlValues",
          "description",
          "isPaused",
          "resumeTriggers",
          "allowDelete",
          "isSuspended",
          "ownerId",
        ],
        refs: { workbookId: {} },
      },
      name,
      args,
      options,
    );
  }
}
