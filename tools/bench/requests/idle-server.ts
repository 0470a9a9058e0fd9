/** The processor time of an idle server: `npm run bench -- idle`. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ServerProcess } from '../../../tests/support/servers/server-process.ts'
import { type Line, within } from '../report.ts'
import { makeDatabase, startPostgres } from '../set-ups/set-ups.ts'

/** What an idle server may use of one core, in percent. */
const IDLE_MAX = 0.1
/** After its start, a server prepares statements and looks for work, and Node compiles what runs often. In milliseconds. */
const WARM_UP_MS = 30_000
/** In milliseconds. */
const MEASURED_MS = 60_000

/** The share of a core that a server uses on each database. The rest of the machine does not matter, because processor time is measured. */
export async function measureIdleServers(folder: string): Promise<Line[]> {
  await using postgres = await startPostgres()
  const url = await makeDatabase(postgres, 'idle')
  await using onSqlite = await ServerProcess.start(join(folder, 'idle-on-sqlite'))
  await using onPostgres = await ServerProcess.start(join(folder, 'idle-on-postgres'), { DATABASE_URL: url })
  await wait(WARM_UP_MS)
  const servers = { SQLite: onSqlite.pid, PostgreSQL: onPostgres.pid }
  const begin = performance.now()
  const before = Object.values(servers).map(threadsMs)
  await wait(MEASURED_MS)
  const ms = performance.now() - begin
  return Object.entries(servers).map(([database, pid], index) => {
    const used = threadsMs(pid) - (before[index] ?? 0)
    const share = (used / ms) * 100
    return {
      ...within(`an idle server on ${database}, of a core`, share, IDLE_MAX, percent),
      ...(database === 'SQLite' && {
        stored: { id: 'idle_core', value: Number(share.toFixed(2)), unit: 'percent' as const },
      }),
    }
  })
}

/**
 * The processor time of the threads of a process, in milliseconds. It is exact: the ticks of `/proc/PID/stat` are samples, which find five
 * times as much in a process that wakes up for some microseconds.
 *
 * @see https://docs.kernel.org/scheduler/sched-stats.html#proc-pid-schedstat
 */
function threadsMs(pid: number): number {
  const tasks = `/proc/${pid}/task`
  return readdirSync(tasks).reduce((sum, task) => {
    const [nanoseconds = 0] = readFileSync(join(tasks, task, 'schedstat'), 'utf8')
      .split(' ')
      .map(Number)
    return sum + nanoseconds / 1e6
  }, 0)
}

function percent(value: number): string {
  return `${value.toFixed(2)} %`
}
