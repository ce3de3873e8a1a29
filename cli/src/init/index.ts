import type { CliCommand } from "../command";
import { addInitOptions } from "./options";

const help = `
Asks what no option says. In a new folder it writes a project, installs its packages, creates the stack, and previews
it. In a project, it adds what is missing. Files that are here stay, and models among them are declared.

Without a terminal, ANALYTICS_REGION, ANALYTICS_CLIENT_ID and ANALYTICS_CLIENT_SECRET say how to sign in.

Exit codes: 0 success; 1 the preview failed, or Pulumi or a login is missing; 2 usage; 3 platform.

Examples:
  $ npx pulumi-analytics init --emulator
  $ npx pulumi-analytics init --language yaml
  $ npx pulumi-analytics init --folder Acme/Models --table SALES.PUBLIC.ORDERS`;

/** `init`: from an empty folder to a preview without errors. */
export const init: CliCommand = {
  name: "init",
  define: (sub) => void addInitOptions(sub).addHelpText("after", help),
};
