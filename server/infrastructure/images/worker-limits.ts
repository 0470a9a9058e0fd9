/**
 * The signals by which a worker ends itself when its file exceeds a limit. They are its answer: the main thread may be busy with the file.
 * Nothing else sends them, and they write no core.
 */
export const LIMIT_SIGNALS = { time: 'SIGALRM', memory: 'SIGUSR2' } as const

/** The processor time used by this process, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return Math.ceil((user + system) / 1000)
}
