import { it } from "mocha";
import { Facts, Thing, stored } from "./facts.js";
it("x", async function () {
  this.timeout(120000);
  const facts = await Facts.open({
      Unlined: () => ({ diff: async () => ({ changes: true }) }),
      Lined: () => ({ diff: async () => ({}) }),
      Replaced: () => ({ diff: async () => ({ replaces: ["size"] }) }),
      ReplacedTrue: () => ({ diff: async () => ({ changes: true, replaces: ["size"] }) }),
      Nested: () => ({ diff: async () => ({ replaces: ["place.zone", "list[0].port"] }) }),
      Odd: () => ({ diff: async () => ({ replaces: ["kept"] }) }),
  });
  try {
  const program = (size: number) => async () => {
    const inputs = { size, kept: "k", place: { zone: `z${size}`, floor: 1 }, list: [{ port: size }, { port: 7 }] };
    for (const kind of ["Unlined", "Lined", "Replaced", "ReplacedTrue", "Nested", "Odd"]) new Thing(kind, kind.toLowerCase(), inputs);
  };
    const stack = await facts.sandbox.stack("s", program(1));
    await stack.up();
    await stack.stack.preview({program: program(2), color: "never", onOutput: console.log, onEvent: e => { const m = e.resourcePreEvent?.metadata; if (m) console.log(m.urn.split("::").at(-1), m.op, m.diffs, m.keys, JSON.stringify(m.detailedDiff)); }});
    await stack.stack.preview({program: program(2), diff: true, color: "never", onOutput: console.log });
    console.log((await stack.preview(program(1))).text);
  } finally { await facts.close(); }
});
