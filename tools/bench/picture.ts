import { createSvg, round, text } from "../svg.js";

export interface Bars {
  title: string;
  steps: { name: string; values: { variant: string; ratio: number }[] }[];
}

const COLOURS = ["#1f6feb", "#2da44e", "#8250df", "#cf222e", "#bf8700", "#57606a"];
const WIDTH = 720;
const LEFT = 170;
const RIGHT = 60;
const TOP = 44;
const BAR = 12;
const GAP = 16;

/** Draws bars in groups by step, with a line at the reference. */
export function picture({ title, steps }: Bars): string {
  const variants = steps[0]?.values.map(({ variant }) => variant) ?? [];
  const most = Math.max(1, ...steps.flatMap(({ values }) => values.map(({ ratio }) => ratio)));
  const x = (ratio: number): number => round(LEFT + (ratio / most) * (WIDTH - LEFT - RIGHT));
  const step = variants.length * BAR + GAP;
  const bottom = TOP + steps.length * step;
  const height = bottom + 40;
  const bars = steps.flatMap(({ name, values }, row) => [
    text(LEFT - 10, TOP + row * step + (step - GAP) / 2 + 4, name, "end"),
    ...values.flatMap(({ ratio }, index) => {
      const y = TOP + row * step + index * BAR;
      const width = Math.max(1, x(ratio) - LEFT);
      return [
        `<rect x="${LEFT}" y="${y}" width="${width}" height="${BAR - 2}" fill="${COLOURS[index % COLOURS.length]}"/>`,
        `<text x="${x(ratio) + 4}" y="${y + 9}" fill="#333" font-size="10">${ratio.toFixed(2)}</text>`,
      ];
    }),
  ]);
  const legend = variants.flatMap((variant, index) => {
    const at = LEFT + index * ((WIDTH - LEFT - RIGHT) / variants.length);
    return [
      `<rect x="${at}" y="${bottom + 12}" width="10" height="10" fill="${COLOURS[index % COLOURS.length]}"/>`,
      text(at + 14, bottom + 21, variant, "start"),
    ];
  });
  return createSvg(title, WIDTH, height, [
    text(WIDTH / 2, 24, title, "middle"),
    `<line x1="${x(1)}" x2="${x(1)}" y1="${TOP - 6}" y2="${bottom - GAP + 6}" stroke="#999" stroke-dasharray="4 3"/>`,
    ...bars,
    ...legend,
  ]);
}
