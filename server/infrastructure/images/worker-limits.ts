/**
 * The signals by which a worker ends itself when its file exceeds a limit. They are its own answer: the main thread may be busy with the file
 * and cannot say it otherwise. Nothing else sends them, and they write no core.
 */
export const LIMIT_SIGNALS = { time: 'SIGALRM', memory: 'SIGUSR2' } as const

/** The processor time that this process has used, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return Math.ceil((user + system) / 1000)
}
