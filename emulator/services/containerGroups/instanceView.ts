/** Something that happened to a group or a container. */
export interface Event {
  count: number;
  firstTimestamp: string;
  lastTimestamp: string;
  name: string;
  message: string;
  type: "Normal" | "Warning";
}

/** State of a group at run time. */
export interface GroupInstanceView {
  events: Event[];
  state: string;
}

/** State of a container at run time. */
export interface ContainerInstanceView {
  restartCount: number;
  currentState: {
    state: string;
    startTime: string;
    exitCode?: number;
    finishTime?: string;
    detailStatus: string;
  };
  events: Event[];
}

/** View of a container that was started and runs. */
export function createRunningView(image: string): ContainerInstanceView {
  const now = new Date().toISOString();
  return {
    restartCount: 0,
    currentState: { state: "Running", startTime: now, detailStatus: "" },
    events: startEvents(image, now),
  };
}

/** View of an init container that has done its work. */
export function createCompletedView(image: string): ContainerInstanceView {
  const now = new Date().toISOString();
  return {
    restartCount: 0,
    currentState: {
      state: "Terminated",
      startTime: now,
      exitCode: 0,
      finishTime: now,
      detailStatus: "Completed",
    },
    events: startEvents(image, now),
  };
}

/** One event that happened once. */
export function createEvent(
  name: string,
  message: string,
  type: Event["type"] = "Normal",
  at = new Date().toISOString(),
): Event {
  return { count: 1, firstTimestamp: at, lastTimestamp: at, name, message, type };
}

function startEvents(image: string, at: string): Event[] {
  return [
    createEvent("Pulling", `Image '${image}' is being pulled.`, "Normal", at),
    createEvent("Pulled", `Image '${image}' was pulled.`, "Normal", at),
    createEvent("Started", "The container is running.", "Normal", at),
  ];
}
