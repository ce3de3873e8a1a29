// An organization, a file for each area. Each file imports those that it depends on.
import "./access";
import "./schedules";

export { teamIds } from "./people";
export { connectionId } from "./warehouse";
