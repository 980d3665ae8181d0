/** Creates what the service shows of an event in a group. */
export function createEvent(name: string, message: string, type: "Normal" | "Warning" = "Normal") {
  const at = new Date().toISOString();
  return { count: 1, firstTimestamp: at, lastTimestamp: at, name, message, type };
}

export type Event = ReturnType<typeof createEvent>;

/** Creates what the service shows of a container that runs, or of an init container that has run. */
export function createView(image: string, hasEnded: boolean) {
  const startTime = new Date().toISOString();
  return {
    restartCount: 0,
    currentState: hasEnded
      ? { startTime, state: "Terminated", exitCode: 0, finishTime: startTime, detailStatus: "Completed" }
      : { state: "Running", startTime, detailStatus: "" },
    events: [
      createEvent("Pulling", `Image '${image}' is being pulled.`),
      createEvent("Pulled", `Image '${image}' was pulled.`),
      createEvent("Started", "The container is running."),
    ],
  };
}

export type ContainerView = ReturnType<typeof createView>;
