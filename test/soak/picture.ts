import { createSvg, round, text } from "../../tools/svg.js";
import type { Checkpoint, SoakResult } from "./soak.js";

const WIDTH = 720;
const HEIGHT = 300;
const LEFT = 70;
const RIGHT = 20;
const TOP = 44;
const BOTTOM = 60;

/** Two panels side by side with one scale of memory, from zero: what grows shows as what it is. */
export function picture({ operations, previews }: Pick<SoakResult, "operations" | "previews">): string {
  const mostBytes = Math.max(...[...operations, ...previews].map(({ bytes }) => bytes));
  const top = Math.ceil(mostBytes / 20e6) * 20e6;
  const y = (bytes: number): number => round(HEIGHT - BOTTOM - (bytes / top) * (HEIGHT - TOP - BOTTOM));
  const half = (WIDTH - LEFT - RIGHT) / 2;
  const grid = Array.from({ length: top / 20e6 + 1 }, (_, step) => step * 20e6).flatMap((bytes) => [
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(bytes)}" y2="${y(bytes)}" stroke="#ddd"/>`,
    text(LEFT - 8, y(bytes) + 4, `${bytes / 1e6} MB`, "end"),
  ]);
  const panel = (points: readonly Checkpoint[], from: number, title: string): string[] => {
    const last = points.at(-1)?.count ?? 1;
    const x = (count: number): number => round(from + (count / last) * (half - 30));
    const line = points.map(({ count, bytes }) => `${x(count)},${y(bytes)}`).join(" ");
    return [
      `<polyline points="${line}" fill="none" stroke="#1f6feb" stroke-width="2"/>`,
      ...points.map(({ count, bytes }) => `<circle cx="${x(count)}" cy="${y(bytes)}" r="3" fill="#1f6feb"/>`),
      text(from, HEIGHT - BOTTOM + 20, "0", "middle"),
      text(x(last), HEIGHT - BOTTOM + 20, last.toLocaleString("en"), "middle"),
      text(from + half / 2 - 15, HEIGHT - 18, title, "middle"),
    ];
  };
  const title = "Memory of one process after a garbage collection";
  return createSvg(title, WIDTH, HEIGHT, [
    text(WIDTH / 2, 24, title, "middle"),
    ...grid,
    ...panel(operations, LEFT + 10, "operations"),
    ...panel(previews, LEFT + half + 20, "previews of a stack"),
  ]);
}
