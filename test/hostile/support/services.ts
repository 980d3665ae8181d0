import { pseudoRandom, TestClock } from "../../support/clock.js";
import { openServices } from "../../support/services.js";

const options = { provisioningPolls: 0, erpStopPolls: 1 };

/** The services of this suite, for one run after another. */
export const services = openServices(new TestClock(), options);

/** The clock of a run, by which the services go. */
export function startClock(): TestClock {
  const clock = new TestClock(undefined, pseudoRandom());
  openServices(clock, options);
  return clock;
}
