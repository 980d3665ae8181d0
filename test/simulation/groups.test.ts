import { groupPlan } from "./groupPlan.js";
import { groupRun } from "./groupRun.js";
import { simulates } from "./simulates.js";

simulates("container groups", "converge as declared, are done once, and take nothing from others", {
  plan: groupPlan,
  start: groupRun,
});
