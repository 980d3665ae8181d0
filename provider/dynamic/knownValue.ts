import { type Output, output } from "@pulumi/pulumi";

/** The value of an Output, or undefined where it is not known yet: an unknown one would make everything unknown that is made of it. */
export function knownValue(value: Output<unknown>): Output<unknown> {
  return output(isKnown(value)).apply((known) => (known ? value : undefined));
}

/** The SDK has no documented way to find out. */
export function isKnown(value: Output<unknown>): Promise<boolean> {
  return (value as unknown as { isKnown: Promise<boolean> }).isKnown;
}
