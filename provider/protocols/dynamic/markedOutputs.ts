import * as pulumi from "@pulumi/pulumi";
import type { PropertyMap } from "../../schema/json.js";
import type { Schema } from "../../schema/keywords.js";
import { extractSecrets, fillInPlaceholders, mergeSecrets, type Secrets } from "./extractedSecrets.js";
import type { ExtractedInputs, Placed } from "./extractSecrets.js";

/**
 * Lets a resource's outputs hold what the program marked as a secret inside of a list, where the state has a placeholder.
 * Such an output is a secret as a whole, as it is with every other resource.
 */
export function fillInMarked(
  outputs: Record<string, pulumi.Output<unknown>>,
  schema: Schema,
  { inputs, inLists }: ExtractedInputs,
): void {
  const byProperty = new Map<string, Placed[]>();
  for (const placed of inLists) {
    const property = placed.path.slice(0, placed.path.indexOf("["));
    byProperty.set(property, [...(byProperty.get(property) ?? []), placed]);
  }
  for (const [property, placed] of byProperty) {
    const values = placed.map(({ output }) => knownSecret(output));
    // Its items have names by now, and the state may have them in another order.
    const declared = knownValue(pulumi.output(inputs[property]));
    outputs[property] = pulumi
      .all([outputs[property], declared, ...values])
      .apply(([shown, given, ...marked]) => {
        const found: Secrets = {};
        placed.forEach(({ path }, index) => {
          if (marked[index] !== undefined) found[path] = marked[index];
        });
        if (Object.keys(found).length === 0) return shown;
        const secrets = given === undefined ? found : byNames(schema, { [property]: given }, found);
        return (fillInPlaceholders(schema, { [property]: shown }, secrets) as Record<string, unknown>)[
          property
        ];
      });
  }
}

/** Values under the paths that they have once the names of all items are known. */
function byNames(schema: Schema, declared: PropertyMap, found: Secrets): Secrets {
  return extractSecrets(schema, mergeSecrets(schema, declared, found)).secrets;
}

/** The value of an Output that is a secret and known; one that is not known yet would make the whole list unknown. */
function knownSecret(output: pulumi.Output<unknown>): pulumi.Output<unknown> {
  return onlyWhere(Promise.all([pulumi.isSecret(output), isKnown(output)]), output);
}

function knownValue(output: pulumi.Output<unknown>): pulumi.Output<unknown> {
  return onlyWhere(Promise.all([isKnown(output)]), output);
}

function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return (output as unknown as { isKnown: Promise<boolean> }).isKnown;
}

function onlyWhere(conditions: Promise<boolean[]>, output: pulumi.Output<unknown>): pulumi.Output<unknown> {
  const isWanted = conditions.then((facts) => facts.every(Boolean));
  return pulumi.output(isWanted).apply((wanted) => (wanted ? output : undefined));
}
