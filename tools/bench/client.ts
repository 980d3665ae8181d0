import type { Emulator } from "../../emulator/index.js";
import type { CommandResult } from "../../test/support/command.js";

/** A tool and a program for it, with its own service, state and project. */
export interface Client {
  emulator: Emulator;
  /** Writes the program. A different text changes all resources. */
  write(text: string): void;
  /** The commands of a stack's life, in order. */
  commands: Record<Step, readonly string[]>;
  run(args: readonly string[]): Promise<CommandResult>;
  /** Size of a state in a file; undefined for other states. */
  stateBytes(): number | undefined;
  close(): Promise<void>;
}

export type Step = "up" | "preview without changes" | "up with a change of all" | "refresh" | "destroy";

export const TEXT = "info";
export const CHANGED = "debug";

export function groupArgs(name: string, text: string) {
  const resources = { requests: { cpu: 1, memoryInGB: 1.5 } };
  return {
    ...{ resourceGroupName: "bench", containerGroupName: name, location: "westus", osType: "Linux" },
    ...{ restartPolicy: "Always", tags: { team: "platform", stage: "test" } },
    containers: [
      {
        ...{ name: "web", image: "nginx:1.27", resources, ports: [{ port: 80 }] },
        environmentVariables: [
          { name: "MODE", value: "production" },
          { name: "LEVEL", value: text },
        ],
      },
      { name: "side", image: "busybox:1.36", resources, command: ["sh", "-c", "sleep 3600"] },
    ],
    ipAddress: { type: "Public", ports: [{ port: 80, protocol: "TCP" }], dnsNameLabel: name },
  };
}
