import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach } from "mocha";

/** For the tests of one `describe`: collects the warnings that a program logs, instead of printing them. */
export function useWarnings(): string[] {
  const log = pulumi.log as unknown as { warn: (message: string) => Promise<void> };
  const { warn } = log;
  const warnings: string[] = [];
  beforeEach(() => {
    warnings.length = 0;
    log.warn = async (message) => void warnings.push(message);
  });
  afterEach(() => {
    log.warn = warn;
  });
  return warnings;
}
