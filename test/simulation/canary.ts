/** Every secret of a simulation reads so. */
export const CANARY = /cnry-[\w-]+-Zq7/g;

/** The text of a secret: found nowhere by chance. */
export function canary(kind: string, slot: number, number: number): string {
  return `cnry-${kind}-${slot}-${number}-Zq7`;
}
