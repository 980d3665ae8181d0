/** Milliseconds of this process's own time: the machine may be busy with others. */
export function spent(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
