import { afterEach } from "mocha";

/**
 * For the tests of one `describe`: returns a function that sets or removes variables of this process. Each test restores them at
 * its end.
 */
export function useEnvironment(): (variables: NodeJS.ProcessEnv) => void {
  let before: NodeJS.ProcessEnv = {};
  afterEach(() => {
    set(before);
    before = {};
  });
  return (variables) => {
    for (const name of Object.keys(variables)) if (!(name in before)) before[name] = process.env[name];
    set(variables);
  };
}

function set(variables: NodeJS.ProcessEnv): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
