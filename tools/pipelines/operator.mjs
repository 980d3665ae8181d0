import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keep } from "../cache.mjs";
import { runTool } from "../process.mjs";

// Prints the directory with the definitions of the Pulumi Kubernetes Operator, which are downloaded once.

const VERSION = "v2.9.0";
const FOLDER = `https://raw.githubusercontent.com/pulumi/pulumi-kubernetes-operator/${VERSION}/deploy/crds`;

const FILES = {
  "pulumi.com_programs.yaml": "40b73414f3fb84d5402f5f7883013cc49e397bea861a0231b3979725c36b425a",
  "pulumi.com_stacks.yaml": "d8ce0513bb77d5d57753e521fd42e87a87bdaf7abda1be2584aa23c1c03ea290",
  "auto.pulumi.com_workspaces.yaml": "c3fb776a09544f555d2c650d32c1b13da816ec4500179fc6d9e3235d44945a9b",
};

await runTool(() =>
  keep(`operator-${VERSION}`, {
    make: async (directory) => {
      for (const [file, checksum] of Object.entries(FILES)) {
        const response = await fetch(`${FOLDER}/${file}`);
        const text = await response.text();
        if (createHash("sha256").update(text).digest("hex") !== checksum)
          throw new Error(`${response.status}: ${file} of ${VERSION} is another one`);
        await writeFile(join(directory, file), text);
      }
    },
    requireUsable: (directory) => readdir(directory),
  }),
);
