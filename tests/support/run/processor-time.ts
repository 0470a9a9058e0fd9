/** Processor time (user and system), from Linux's `/proc`. Elsewhere it is 0. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** `proc(5)`: times are counted in hundredths of a second. */
const MS_PER_TICK = 10

interface Usage {
  parent: number
  /** Its own time, and that of its children that have ended. In milliseconds. */
  ownMs: number
  endedChildrenMs: number
}

/** The time of the children of this process that have ended, with what they had started. In milliseconds. */
export function endedChildrenMs(): number {
  return readUsage('self')?.endedChildrenMs ?? 0
}

/** The time of this process and of everything that it has started, ended or not. In milliseconds. */
export function processTreeMs(): number {
  if (!existsSync('/proc/self/stat')) return 0
  const all = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readUsage(name)] as const),
  )
  const isOfThisTree = (pid: number): boolean => {
    if (pid === process.pid) return true
    const parent = all.get(pid)?.parent
    return parent !== undefined && isOfThisTree(parent)
  }
  let sum = 0
  for (const [pid, usage] of all) {
    if (usage !== undefined && isOfThisTree(pid)) sum += usage.ownMs + usage.endedChildrenMs
  }
  return sum
}

/** Undefined if there is no such process any more. */
function readUsage(pid: string): Usage | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program before it stands in parentheses, and may have spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0] = fields.slice(1)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11)
    return {
      parent,
      ownMs: (user + system) * MS_PER_TICK,
      endedChildrenMs: (childrenUser + childrenSystem) * MS_PER_TICK,
    }
  } catch {
    return undefined
  }
}
