import { readFileSync } from 'node:fs'

/** A tick of the clock in /proc, which has 100 of them a second on every Linux. */
const TICK_MS = 10

/** The processor time that processes and all their children have used, in milliseconds. Linux only, because it reads /proc. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + ownMs(pid) + processorMs(childrenOf(pid)), 0)
}

/** The time of the process and of those of its children that have ended. @see proc_pid_stat(5) */
function ownMs(pid: number): number {
  const stat = readOf(pid, 'stat')
  if (stat === '') return 0
  // The name of the program is in parentheses and may contain anything. The state is the field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0)
}

function childrenOf(pid: number): number[] {
  const children = readOf(pid, `task/${pid}/children`)
  return children.split(' ').filter(Boolean).map(Number)
}

/** A file of a process in /proc; empty if the process has ended meanwhile: then its parent has its time. */
function readOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return ''
    throw error
  }
}
