import type { Report } from "../../../shape/kind.js";
import type { EnvironmentVariable } from "../shape.js";
import { everyContainer, type Rule } from "./rule.js";

const CODE = "InvalidEnvironmentVariable";
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Every environment variable has a name that a shell accepts, and either a value or a secure value. */
export const environment: Rule = (group, groupName, report) => {
  for (const { path, container } of everyContainer(group)) {
    const where = `container '${container.name}' of container group '${groupName}'`;
    container.properties.environmentVariables?.forEach((variable, index) => {
      check(variable, where, `${path}.properties.environmentVariables[${index}]`, report);
    });
  }
};

function check(
  variable: EnvironmentVariable | undefined,
  where: string,
  target: string,
  report: Report,
): void {
  if (variable?.name === undefined) {
    return;
  }
  const { name, value, secureValue } = variable;
  if (!NAME.test(name)) {
    report({
      code: CODE,
      target: `${target}.name`,
      message: `The environment variable '${name}' in ${where} has an invalid name: it must begin with a letter or '_' and go on with letters, digits or '_'.`,
    });
  }
  if ((value === undefined) === (secureValue === undefined)) {
    report({
      code: CODE,
      target,
      message: `The environment variable '${name}' in ${where} is invalid: exactly one of 'value' and 'secureValue' is required.`,
    });
  }
}
