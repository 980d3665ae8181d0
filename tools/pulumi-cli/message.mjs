/**
 * What a person reads when there is no CLI: what each way answered, and what would open one.
 *
 * @param {readonly { way: string, reason: string }[]} answers
 * @param {{ minimum: string, goVersion: string }} needed
 * @returns {string}
 */
export function nothingWorked(answers, { minimum, goVersion }) {
  return [
    "There is no Pulumi CLI that can be used, and none could be obtained:",
    ...answers.map(({ way, reason }) => `  - ${way}: ${reason}`),
    "Any one of these opens a way:",
    `  1. Install the Pulumi CLI, ${minimum} or newer with its language hosts, so that "pulumi" is on PATH`,
    "     (https://www.pulumi.com/docs/install/).",
    '  2. Open the internet for npm\'s launcher, the package "pulumi": it downloads the CLI.',
    `  3. Install Go ${goVersion} or newer with access to a Go module proxy: the CLI is then built from source.`,
    "Then run the same command again.",
  ].join("\n");
}
