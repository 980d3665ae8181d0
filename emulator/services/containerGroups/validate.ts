import type { JsonObject } from "../../json.js";
import { CloudError } from "../../resourceManager/cloudError.js";
import type { Problem } from "../../shape/kind.js";
import { environment } from "./rules/environment.js";
import { names } from "./rules/names.js";
import type { Rule } from "./rules/rule.js";
import { volumeMounts, volumeSources } from "./rules/volumes.js";
import { type ContainerGroup, containerGroup } from "./shape.js";

const RULES: Rule[] = [names, environment, volumeSources, volumeMounts];

/** The container group that a request asks for, in the service's own spelling; or an error with every problem. */
export function readContainerGroup(body: JsonObject, groupName: string): ContainerGroup {
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const group = containerGroup.read(body, "", report);
  if (group?.properties !== undefined) {
    for (const rule of RULES) {
      rule(group, groupName, report);
    }
  }
  if (group === undefined || problems.length > 0) {
    throw refusal(problems);
  }
  return group;
}

/** A single problem is the error itself; several are its details, under their code if they have the same. */
function refusal(problems: Problem[]): CloudError {
  const details = problems.map(({ code = "InvalidRequestContent", target, message }) => ({
    code,
    message,
    target,
  }));
  const [first] = details;
  if (first !== undefined && details.length === 1) {
    return new CloudError(400, { ...first, details });
  }
  const common = details.every(({ code }) => code === first?.code) ? first?.code : undefined;
  return new CloudError(400, {
    code: common ?? "InvalidRequestContent",
    message: `The request content has ${details.length} problems; see details.`,
    details,
  });
}
