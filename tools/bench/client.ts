import type { Emulator } from "../../emulator/index.js";
import type { CommandResult } from "../../test/support/command.js";

/** A tool and a program for it, with a service, a state and a project that nothing else uses. */
export interface Client {
  emulator: Emulator;
  /** Writes the program. Another text is a change of all resources. */
  write(text: string): void;
  /** The commands of a stack's life in their order. */
  commands: Record<Step, readonly string[]>;
  run(args: readonly string[]): Promise<CommandResult>;
  /** Size of the state, where it is in a file. */
  stateBytes(): number | undefined;
  close(): Promise<void>;
}

export type Step = "up" | "preview without changes" | "up with a change of all" | "refresh" | "destroy";

/** A value in the programs, and another one. */
export const TEXT = "info";
export const CHANGED = "debug";

/** The arguments of a container group. */
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
