import { EmulatorProcess } from "./emulator";
import { Project, type ProjectOptions } from "./project";

/**
 * Where a bench's emulators and projects come from; all are gone when it is left.
 *
 * @example
 * ```ts
 * await Lab.use(async (lab) => {
 *   const emulator = await lab.startEmulator({ latencyMs: 5 });
 *   const project = await lab.createProject({ program: "ours", declared: { tags: 10 }, emulator });
 *   console.log(await project.measure("up"));
 * });
 * ```
 */
export class Lab {
  readonly #closings: (() => Promise<void>)[] = [];

  private constructor() {}

  static async use<T>(body: (lab: Lab) => Promise<T>): Promise<T> {
    const lab = new Lab();
    try {
      return await body(lab);
    } finally {
      for (const close of lab.#closings.reverse()) await close();
    }
  }

  async startEmulator(...settings: Parameters<typeof EmulatorProcess.start>): Promise<EmulatorProcess> {
    const emulator = await EmulatorProcess.start(...settings);
    this.#closings.push(() => emulator.stop());
    return emulator;
  }

  async createProject(options: ProjectOptions): Promise<Project> {
    const project = await Project.open(options);
    this.#closings.push(() => project.close());
    return project;
  }
}
