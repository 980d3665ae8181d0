/** The commands that messages print. test/e2e/printedCommands.test.ts runs each of them in the situation that it is for. */
export const MESSAGE_COMMANDS = [
  "npx -p pulumi-vendorcloud vendorcloud login",
  "pulumi config set",
  "pulumi config set --secret",
  "pulumi destroy",
  "pulumi destroy --run-program",
  "pulumi destroy --target",
  "pulumi preview --json",
  "pulumi refresh",
  "pulumi refresh --run-program",
  "pulumi stack init",
  "pulumi stack ls",
  "pulumi stack select",
  "pulumi state delete",
  "pulumi up",
  "pulumi up --refresh --run-program",
  "pulumi up --replace",
];
