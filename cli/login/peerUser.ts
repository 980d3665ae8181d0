import { readFileSync } from "node:fs";
import type { Socket } from "node:net";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];

/** Root can read everything anyway, and relays into virtual machines run as root. */
const ROOT = 0;

/**
 * The user id of another user of this machine who has opened the connection; undefined where it is this user's own, and
 * where the system does not tell (only Linux does).
 */
export function findOtherUser(
  { remotePort, localPort }: Pick<Socket, "remotePort" | "localPort">,
  readTable: (path: string) => string = (path) => readFileSync(path, "utf8"),
): number | undefined {
  const user = TABLES.map((path) => ownerIn(tableAt(path, readTable), remotePort, localPort)).find(
    (owner) => owner !== undefined,
  );
  return user === undefined || user === ROOT || user === process.getuid?.() ? undefined : user;
}

function tableAt(path: string, readTable: (path: string) => string): string {
  try {
    return readTable(path);
  } catch {
    return "";
  }
}

/** A line of the kernel's table: `0: 0100007F:B26E 0100007F:1F90 01 00000000:00000000 00:00000000 00000000  1000 …`. */
function ownerIn(table: string, from: number | undefined, to: number | undefined): number | undefined {
  for (const line of table.split("\n").slice(1)) {
    const [, local = "", remote = "", , , , , user = ""] = line.trim().split(/\s+/);
    if (portOf(local) === from && portOf(remote) === to && isLoopback(remote)) return Number(user);
  }
  return undefined;
}

function portOf(address: string): number {
  return Number.parseInt(address.split(":")[1] ?? "", 16);
}

/** 127.0.0.1, also as a browser's IPv6 socket has it. The kernel writes it in the byte order of the machine. */
function isLoopback(address: string): boolean {
  return /^(0{16}(0000FFFF|FFFF0000))?(0100007F|7F000001):/i.test(address);
}
