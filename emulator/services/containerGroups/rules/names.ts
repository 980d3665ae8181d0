import type { Report } from "../../../shape/kind.js";
import { everyContainer, type Rule } from "./rule.js";

/** Containers, init containers among them, and volumes have names of their own. */
export const names: Rule = (group, _groupName, report) => {
  const containers = everyContainer(group).map(({ path, container }) => ({ path, name: container.name }));
  const volumes = (group.properties.volumes ?? []).map((volume, index) => ({
    path: `properties.volumes[${index}]`,
    name: volume?.name,
  }));
  reportTwice("container", containers, report);
  reportTwice("volume", volumes, report);
};

function reportTwice(
  what: string,
  named: { path: string; name: string | undefined }[],
  report: Report,
): void {
  const seen = new Set<string>();
  for (const { path, name } of named) {
    if (name === undefined) {
      continue;
    }
    if (seen.has(name)) {
      report({ target: `${path}.name`, message: `There is more than one ${what} with the name '${name}'.` });
    }
    seen.add(name);
  }
}
