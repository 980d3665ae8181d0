/** The lines of a preview that show a changed value. */
export function changedLines(text: string): string[] {
  return (text.match(/^\s*[~+-] .*=>.*$/gm) ?? []).map((line) => line.trim());
}

/** The changes that the program of the golden states makes with `changed`, one for each resource that can change. */
export const GOLDEN_CHANGES = [
  '~ image: "nginx:1" => "nginx:2"',
  '~ phoneNumber: "+44 20 5550 7777" => "+44 20 5550 9999"',
  "~ unitPrice: 24.5 => 30",
  '~ displayName: "Fitting out the harbour" => "Harbour"',
  '~ postingValidation: "Same Code" => "No Code"',
];
