import { assignIds, type Finding, type JsonObject, SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import { findMissingNames } from "pulumi-analytics-internal/core/model/across";
import { createPositionFinder } from "pulumi-analytics-internal/core/model/text";
import { checkWorkbookReferences } from "pulumi-analytics-internal/core/workbook";
import { formatPath } from "../command/files";
import { commaFix, commaProblem, findTrailingComma } from "../text";
import { readChecksFile } from "./checks-files";
import { toDocument } from "./create";
import type { Document, Severities } from "./document";
import type { ChecksFile, RootedFile } from "./find-files";
import { findMissingElements } from "./missing-elements";
import { readDocumentFile } from "./read-files";

type Checks = typeof import("pulumi-analytics-internal/core/checks");

/** A finding with the file it is in. */
export type FileFinding = Finding & { readonly file: string };

/** What was found in some files. */
export interface Report {
  /** How many were looked at, without what they include. */
  readonly files: number;
  readonly findings: readonly FileFinding[];
  /** The texts of all files, included ones too, by path from the working directory, with `/`. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Validates files, one after the other, and what they refer to in each other. */
export class Validation {
  private readonly texts = new Map<string, string>();
  readonly documents: Document[] = [];
  /** Those without an error of their own. */
  readonly sound: Document[] = [];
  private readonly found: Finding[] = [];
  private files = 0;

  constructor(
    private readonly cwd: string,
    private readonly severities: Severities,
  ) {}

  /** Looks at one file. */
  add({ path, root }: RootedFile): void {
    this.files++;
    const main = formatPath(this.cwd, path);
    let first: string | undefined;
    const observe = (file: string, text: string) => {
      first ??= file;
      this.texts.set(file, text);
    };
    try {
      const document = toDocument(readDocumentFile(this.cwd, path, root, observe));
      this.documents.push(document);
      this.checkJson(main);
      const findings = document.validate(this.severities);
      this.addFindings(findings);
      if (findings.every(({ severity }) => severity !== "error")) this.sound.push(document);
    } catch (error) {
      if (!(error instanceof SpecSyntaxError)) throw error;
      this.found.push(createSyntaxFinding(error, first ?? main));
    }
  }

  /** Programs and editors read JSON as such; as YAML it may have more. */
  private checkJson(file: string): void {
    const text = this.texts.get(file) ?? "";
    const comma = /\.json$/i.test(file) ? findTrailingComma(text) : undefined;
    if (comma === undefined) return;
    const { line, column } = createPositionFinder(text)(comma);
    const error = { file, line, column, reason: commaProblem, hint: commaFix };
    this.found.push(createSyntaxFinding(error, file));
  }

  /** Looks at a file of checks: its form, and the names that its model's file has. */
  addChecks(file: ChecksFile): void {
    this.files++;
    try {
      const { CheckCompiler, createProblemReporter } = require("pulumi-analytics-internal/core/checks") as Checks;
      const read = readChecksFile(this.cwd, file, (path, text) => this.texts.set(path, text));
      const { source, modelPath, findings } = read;
      const report = createProblemReporter(source, findings);
      if (modelPath === undefined) report([], "there is no model beside it", "Name its file: `model: orders.yaml`.");
      else if (findings.length === 0) {
        const model = { id: "", spec: assignIds(readDocumentFile(this.cwd, modelPath).form) as JsonObject };
        // A dialect that writes every text: offline, nobody knows the connection's.
        const connection = { id: "", type: "postgres" };
        new CheckCompiler().add({ ...read, model, connection, report });
      }
      this.addFound(findings);
    } catch (error) {
      if (!(error instanceof SpecSyntaxError)) throw error;
      this.found.push(createSyntaxFinding(error, formatPath(this.cwd, file.path)));
    }
  }

  /** Adds what others found in the files. */
  addFindings(findings: readonly Finding[]): void {
    for (const one of findings) this.found.push(one);
  }

  /** Adds what was found elsewhere, unless its rule is off. */
  addFound(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const severity = this.severities[finding.rule] ?? finding.severity;
      if (severity !== "off") this.found.push({ ...finding, severity });
    }
  }

  /** What was found, file by file, each finding once, even where several files include what it is in. */
  report(): Report {
    const getSeverity = (rule: string) => this.severities[rule] ?? "error";
    const elements = getSeverity("missing-element");
    const files = this.documents.map(({ file }) => file!);
    const models = files.filter(({ type }) => type === "data model");
    const workbooks = files.filter(({ type }) => type !== "data model");
    if (elements !== "off") this.addFindings(findMissingElements(models, elements));
    const columns = getSeverity("missing-column");
    for (const { findings } of columns === "off" ? [] : findMissingNames(models, columns)) this.addFindings(findings);
    for (const workbook of workbooks) this.addFindings(checkWorkbookReferences(workbook, models, this.severities));
    const order = [...this.texts.keys()];
    const findings = [
      ...new Map(this.found.map((finding) => [formIdentity(finding), finding as FileFinding])).values(),
    ];
    findings.sort(
      (a, b) =>
        order.indexOf(a.file) - order.indexOf(b.file) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0),
    );
    return { files: this.files, findings, texts: this.texts };
  }
}

type SyntaxProblem = Pick<SpecSyntaxError, "file" | "line" | "column" | "reason" | "hint"> &
  Partial<Pick<SpecSyntaxError, "endColumn">>;

function createSyntaxFinding(problem: SyntaxProblem, main: string): FileFinding {
  const { file = main, line, column, endColumn, reason: message, hint } = problem;
  return { rule: "syntax", severity: "error", path: [], pathText: "", message, file, line, column, endColumn, hint };
}

const formIdentity = ({ file, line, column, rule, message }: Finding) =>
  JSON.stringify([file, line, column, rule, message]);
