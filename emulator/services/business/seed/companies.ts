import { ZERO_GUID } from "../guid.js";
import type { Fields } from "../model/field.js";
import { SEED_TIME, seedTime } from "./seedTime.js";

/** The companies, in the order of their ids. */
export const SEED_COMPANIES: readonly Fields[] = ["Harbour Trading Ltd.", "Southgate Works Ltd."].map(
  (name, position) => ({
    name,
    systemVersion: "25.0.0.0",
    timestamp: 1000 + position,
    systemCreatedAt: seedTime(SEED_TIME),
    systemCreatedBy: ZERO_GUID,
    systemModifiedAt: seedTime(SEED_TIME),
    systemModifiedBy: ZERO_GUID,
  }),
);
