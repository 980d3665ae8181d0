const COLUMNS = 100;
const LINE_HEIGHT = 18;
const LETTER_WIDTH = 7.8;
const MARGIN = 16;

/** The CLI's colours, on a dark background. */
const COLOURS: Record<string, string> = {
  "38;5;1": "#ff7b72",
  "38;5;2": "#7ee787",
  "38;5;3": "#e3b341",
  "38;5;13": "#d2a8ff",
};

interface Piece {
  text: string;
  style: string;
}

/**
 * A terminal with a command and what it printed, as SVG: a picture of letters is smaller than one of pixels. Long lines
 * are cut off.
 */
export function drawTerminal(command: string, output: string): string {
  const lines = output.split("\n").map(pieces).filter(isShown);
  const rows = [[{ text: `$ ${command}`, style: "font-weight:bold" }], ...lines].map(cutOff);
  const texts = rows.map((row, index) => {
    const spans = row.map(({ text, style }) =>
      style === "" ? escaped(text) : `<tspan style="${style}">${escaped(text)}</tspan>`,
    );
    return `<text x="${MARGIN}" y="${MARGIN + (index + 1) * LINE_HEIGHT - 5}">${spans.join("")}</text>`;
  });
  const width = 2 * MARGIN + COLUMNS * LETTER_WIDTH;
  const height = 2 * MARGIN + rows.length * LINE_HEIGHT;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    "<style>text { font: 13px Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #e6edf3; white-space: pre }</style>",
    `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`,
    ...texts,
    "</svg>\n",
  ].join("\n");
}

/** A line in pieces of one style. */
function pieces(line: string): Piece[] {
  let style = "";
  const found: Piece[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences of a terminal begin with one.
  for (const [index, part] of line.split(/\x1b\[([\d;]*)m/).entries()) {
    if (index % 2 === 1) style = styleAfter(style, part);
    else if (part !== "") found.push({ text: part, style });
  }
  return found;
}

function styleAfter(style: string, code: string): string {
  if (code === "" || code === "0") return "";
  if (code === "1") return `${style}font-weight:bold;`;
  const colour = COLOURS[code];
  return colour === undefined ? style : `${style}fill:${colour};`;
}

/** The CLI begins lines with `@` while it has nothing to say. */
function isShown(row: Piece[]): boolean {
  const text = row.map((piece) => piece.text).join("");
  return text.trim() !== "" && !text.startsWith("@");
}

function cutOff(row: Piece[]): Piece[] {
  let left = COLUMNS;
  return row.flatMap(({ text, style }) => {
    if (left <= 0) return [];
    const shown = text.length > left ? `${text.slice(0, left - 1)}…` : text;
    left -= text.length;
    return [{ text: shown, style }];
  });
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
