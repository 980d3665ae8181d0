import { removalPlan } from "./removalPlan.js";
import { removalRun } from "./removalRun.js";
import { simulates } from "./simulates.js";

simulates("removals of users", "are made when they are asked for, made once, and touch nobody else", {
  plan: removalPlan,
  start: removalRun,
});
