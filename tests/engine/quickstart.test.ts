import { tellScenario } from "./scenario";

describe("the quickstart's program, with the state in files", () => {
  tellScenario();
});
