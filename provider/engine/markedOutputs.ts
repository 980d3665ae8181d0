import * as pulumi from "@pulumi/pulumi";
import type { Schema } from "../schema/dialect.js";
import { filledIn, type Secrets } from "../schema/secrets.js";
import type { Placed } from "./lift.js";

/**
 * Lets a resource's outputs hold what the program marked as a secret inside of a list, where the state has a placeholder.
 * Such an output is a secret as a whole, as it is with every other resource.
 */
export function fillInMarked(
  outputs: Record<string, pulumi.Output<unknown>>,
  schema: Schema,
  inLists: readonly Placed[],
): void {
  const byProperty = new Map<string, Placed[]>();
  for (const placed of inLists) {
    const property = placed.path.slice(0, placed.path.indexOf("["));
    byProperty.set(property, [...(byProperty.get(property) ?? []), placed]);
  }
  for (const [property, placed] of byProperty) {
    const values = placed.map(({ output }) => knownSecret(output));
    outputs[property] = pulumi.all([outputs[property], ...values]).apply(([shown, ...marked]) => {
      const found: Secrets = {};
      placed.forEach(({ path }, index) => {
        if (marked[index] !== undefined) found[path] = marked[index];
      });
      return (filledIn(schema, { [property]: shown }, found) as Record<string, unknown>)[property];
    });
  }
}

/** The value of an Output that is a secret and known; one that is not known yet would make the whole list unknown. */
function knownSecret(output: pulumi.Output<unknown>): pulumi.Output<unknown> {
  const { isKnown } = output as unknown as { isKnown: Promise<boolean> };
  const isWanted = Promise.all([pulumi.isSecret(output), isKnown]).then((facts) => facts.every(Boolean));
  return pulumi.output(isWanted).apply((wanted) => (wanted ? output : undefined));
}
