import { expect } from "chai";
import { describe, it } from "mocha";
import { findOtherUser } from "../../../cli/login/peerUser.js";

const HEAD =
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode";
const line = (local: string, remote: string, user: number) =>
  `   1: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${String(user).padStart(5)}        0 5 1 0 20 4 30 10 -1`;
const OTHER = 4_242;

/** A browser's port 45678 is connected to port 8080 of the sign-in. */
const connection = { remotePort: 45_678, localPort: 8_080 };
const ask = (lines: string[], lines6: string[] = []) =>
  findOtherUser(connection, (path) => [HEAD, ...(path.endsWith("6") ? lines6 : lines)].join("\n"));

describe("the user at the other end of a connection", () => {
  it("is another one by the kernel's table, whatever family the browser's socket has", () => {
    expect(ask([line("0100007F:B26E", "0100007F:1F90", OTHER)])).to.equal(OTHER);
    const mapped = "0000000000000000FFFF00000100007F";
    expect(ask([], [line(`${mapped}:B26E`, `${mapped}:1F90`, OTHER)])).to.equal(OTHER);
    expect(ask([line("7F000001:B26E", "7F000001:1F90", OTHER)])).to.equal(OTHER);
  });

  it("is this one, or root", () => {
    expect(ask([line("0100007F:B26E", "0100007F:1F90", process.getuid?.() ?? 0)])).to.equal(undefined);
    expect(ask([line("0100007F:B26E", "0100007F:1F90", 0)])).to.equal(undefined);
  });

  it("is not taken from another connection, nor from the other end of this one", () => {
    const others = [
      line("0100007F:B26F", "0100007F:1F90", OTHER),
      line("0100007F:B26E", "0100007F:1F91", OTHER),
      line("0100007F:B26E", "0100000A:1F90", OTHER),
      line("0100007F:1F90", "0100007F:B26E", OTHER),
    ];
    expect(ask(others)).to.equal(undefined);
  });

  it("is not known where the system does not report it", () => {
    const user = findOtherUser(connection, () => {
      throw new Error("ENOENT");
    });
    expect(user).to.equal(undefined);
    expect(ask([])).to.equal(undefined);
    expect(findOtherUser(connection, () => "rubbish\n\n\u0000")).to.equal(undefined);
  });
});
