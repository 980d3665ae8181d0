import type { GroupCommand } from "./groupPlan.js";
import type { Declared } from "./groupProgram.js";
import { changeMember } from "./member.js";

/** Changes one group of the program. @param fresh a number that stands for a value that was never used */
export function change(
  program: Declared[],
  { slot, what, to }: Extract<GroupCommand, { do: "change" }>,
  fresh: number,
): void {
  const one = program[slot];
  if (one === undefined || changeMember(one, what)) return;
  if (what === "named") {
    const named = to === 3 ? undefined : to;
    if (named === undefined || !program.some((other) => other.named === named)) one.named = named;
  } else if (what === "hidesMode") {
    one.hidesMode = !one.hidesMode;
  } else if (what === "waits" || what === "adopts" || what === "retains") one[what] = !one[what];
  else if (what === "image" || what === "mode") one[what] = fresh;
  else if (what === "marked" || what === "secure" || what === "password") one[what] = to === 0 ? 0 : fresh;
  else if (what === "tags") one.tags = to > 1 ? fresh : to;
  else if (what === "sidecar" || what === "address") one[what] = to === 0 ? 0 : fresh;
  else if (what === "secretsVersion") one.secretsVersion = fresh;
  else if (what === "os") one.os = to % 2;
  else if (what === "cpu") one.cpu = to % 3;
  else one[what] = to;
}
