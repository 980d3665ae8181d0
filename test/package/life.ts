import { expect } from "chai";
import type { Installation } from "./installation.js";

/**
 * A container group and a customer's record from their creation to their end, in an installation; rejects when one step
 * is not what it should be.
 *
 * @param nodeDirectory where another `node` is than that on PATH
 * @returns the version of Node that ran the program
 */
export async function live(installation: Installation, nodeDirectory?: string): Promise<string> {
  const { emulator } = installation.sandbox;
  const left = () => [
    emulator.containerGroups.list().length,
    emulator.business.list("customers").map(({ fields }) => fields.website),
  ];
  const before = left();
  emulator.log.clear();
  const project = await installation.project("javascript", nodeDirectory);

  expect(await project.pulumi("preview")).to.match(/Resources:\n\s+\+ 3 to create/);
  expect(emulator.log.count()).to.equal(0);
  expect(await project.pulumi("up", "--yes", "--skip-preview")).to.match(/Resources:\n\s+\+ 3 created/);
  expect(left()).not.to.deep.equal(before);
  const node = await project.output("node");
  await project.pulumi("preview", "--expect-no-changes");
  expect(await project.pulumi("destroy", "--yes", "--skip-preview", "--remove")).to.match(
    /Resources:\n\s+- 3 deleted/,
  );
  expect(left()).to.deep.equal(before);
  return node;
}
