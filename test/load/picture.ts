import { createSvg, round, text } from "../../tools/svg.js";
import type { LoadResult, ServiceLoad } from "./load.js";

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 70;
const TOP = 44;
const BOTTOM = 60;
const PANEL = 270;
const GAP = 90;

interface Line {
  name: string;
  colour: string;
  dashed?: boolean;
  points: [number, number][];
}

/** Operations that were accepted beside the limit, and the memory of the processes, over the seconds of the command. */
export function picture({ groups, records, memory, seconds }: LoadResult, perSecond: number): string {
  const roles = [
    ["engine", "#1f6feb"],
    ["program", "#2da44e"],
    ["provider", "#cf222e"],
  ] as const;
  return createSvg("A large stack against a limit of requests", WIDTH, HEIGHT, [
    ...panel(LEFT, "operations that were accepted", seconds, [
      best(records, perSecond, "limit"),
      { name: "records", colour: "#1f6feb", points: accepted(records) },
      { name: "groups", colour: "#cf222e", points: accepted(groups) },
    ]),
    ...panel(
      LEFT + PANEL + GAP,
      "memory in MB",
      seconds,
      roles.map(([role, colour]) => ({
        ...{ name: role, colour },
        points: memory.map((sample) => [sample.at, sample[role] / 1e6]),
      })),
    ),
  ]);
}

/** How many had been accepted, at most once a second. */
function accepted({ operations }: ServiceLoad): [number, number][] {
  const times = operations.filter(({ isRefused }) => !isRefused).map(({ at }) => at);
  return times
    .map((at, index): [number, number] => [at, index + 1])
    .filter(([at], index) => Math.floor(at) !== Math.floor(times[index + 1] ?? Number.POSITIVE_INFINITY));
}

function best(service: ServiceLoad, perSecond: number, name: string): Line {
  const points = accepted(service);
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[1] ?? 0];
  return {
    name,
    colour: "#999",
    dashed: true,
    points: [
      [from, 0],
      [from + to / perSecond, to],
    ],
  };
}

function panel(left: number, title: string, seconds: number, lines: readonly Line[]): string[] {
  const top = roundUp(Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value))));
  const x = (at: number): number => round(left + (at / seconds) * PANEL);
  const y = (value: number): number => round(HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM));
  return [
    text(left + PANEL / 2, 18, title, "middle"),
    ...[0, top / 2, top].flatMap((value) => [
      `<line x1="${left}" x2="${left + PANEL}" y1="${y(value)}" y2="${y(value)}" stroke="#ddd"/>`,
      text(left - 6, y(value) + 4, value.toLocaleString("en"), "end"),
    ]),
    ...lines.flatMap(({ name, colour, dashed, points }, index) => {
      const path = thinned(points).map(([at, value]) => `${x(at)},${y(value)}`);
      const dashes = dashed ? ' stroke-dasharray="5 4"' : "";
      return [
        `<polyline points="${path.join(" ")}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`,
        `<text x="${left + index * 90}" y="36" fill="${colour}">${name}</text>`,
      ];
    }),
    text(left, HEIGHT - BOTTOM + 20, "0 s", "middle"),
    text(left + PANEL, HEIGHT - BOTTOM + 20, `${Math.round(seconds)} s`, "middle"),
  ];
}

/** So many that the line looks the same. */
function thinned(points: Line["points"]): Line["points"] {
  const step = Math.ceil(points.length / 150);
  return points.filter((_, index) => index % step === 0 || index === points.length - 1);
}

/** The next number of one digit and zeros. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return Math.ceil(value / unit) * unit;
}
