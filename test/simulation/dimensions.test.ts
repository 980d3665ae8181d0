import { dimensionPlan } from "./dimensionPlan.js";
import { dimensionRun } from "./dimensionRun.js";
import { simulates } from "./simulates.js";

simulates("default dimensions", "end as declared, are put back, and nothing is overwritten unseen", {
  plan: dimensionPlan,
  start: dimensionRun,
  runs: 150,
});
