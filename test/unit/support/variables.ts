import { afterEach, beforeEach } from "mocha";

/** For the tests of one `describe`: removes all settings from the environment. Each test may set its own, which end with it. */
export function useNoVariables(): void {
  let kept: [string, string | undefined][] = [];
  beforeEach(() => {
    kept = settings();
    forgetSettings();
  });
  afterEach(() => {
    forgetSettings();
    for (const [name, value] of kept) process.env[name] = value;
  });
}

function settings(): [string, string | undefined][] {
  return Object.entries(process.env).filter(([name]) => name.startsWith("VENDORCLOUD_"));
}

function forgetSettings(): void {
  for (const [name] of settings()) delete process.env[name];
}
