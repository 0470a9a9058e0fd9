import { readFileSync } from 'node:fs'

/** A tick of the clock in /proc, which has 100 of them a second on every Linux. */
const TICK_MS = 10

/** The processor time that processes and all their children have used, in milliseconds. Linux only, because it reads /proc. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownMs(pid) + processorMs(childrenOf(pid)), 0)
}

/** The time of the process and of those of its children that have ended. @see proc_pid_stat(5) */
function ownMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program is in parentheses and may contain anything. The state is the field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
}

function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.split(' ').filter(Boolean).map(Number)
}
