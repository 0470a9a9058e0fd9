/** Runs commands of the operator, and adds rows and files to a data folder without a server. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import { saveInstallation } from '#server/commands/actions/back-up.ts'
import type { CommandCall } from '#server/commands/actions/command-call.ts'
import { examineInstallation } from '#server/commands/actions/doctor.ts'
import { sweepInstallation } from '#server/commands/actions/sweep.ts'
import { verifyInstallation } from '#server/commands/actions/verify.ts'
import { sentenceOf } from '#server/features/backup/wording.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'

/** What an operator runs, by the name of its script. */
const ACTIONS = {
  backup: saveInstallation,
  doctor: examineInstallation,
  verify: verifyInstallation,
  sweep: sweepInstallation,
}
/** A command that runs as a process. */
type CommandName = keyof typeof ACTIONS | 'move'

interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** Starts a command as a process, without npm: for what is about the process, such as its exit code or a signal. */
export function startCommand(name: CommandName, dataDir: string, ...args: string[]) {
  return startCommandWith({}, name, dataDir, ...args)
}

/** Starts a command as a process with more environment variables. */
export function startCommandWith(
  env: Record<string, string>,
  name: CommandName,
  dataDir: string,
  ...args: string[]
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [`server/commands/${name}-command.ts`, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: nodeEnvironment({ DATA_DIR: dataDir, ...env }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit') as Promise<[number | null]>
  const ended = Promise.all([exit, text(child.stdout), text(child.stderr)]).then(
    ([[status], stdout, stderr]) => ({ status, stdout, stderr }),
  )
  return { child, ended }
}

/** Runs a command in this process, because a process of its own takes a second of processor time to start. */
export function runCommand(name: keyof typeof ACTIONS, dataDir: string, ...args: string[]): Promise<Ended> {
  return runCommandWith({}, name, dataDir, ...args)
}

/** Runs a command in this process with more environment variables. */
export async function runCommandWith(
  env: Record<string, string>,
  name: keyof typeof ACTIONS,
  dataDir: string,
  ...args: string[]
): Promise<Ended> {
  const ended: Ended = { status: 1, stdout: '', stderr: '' }
  const call: CommandCall = {
    args,
    env: { DATA_DIR: dataDir, ...env },
    print(text) {
      ended.stdout += text
    },
    warn(text) {
      ended.stderr += text
    },
    ifInterrupted() {},
  }
  try {
    ended.status = await ACTIONS[name](call)
  } catch (error) {
    ended.stderr += `${sentenceOf(error)}\n`
  }
  return ended
}

/** Opens the database of a folder, which a server may use at the same time. */
export function withDatabase<T>(dataDir: string, work: (database: SQLite.Database) => T): T {
  const database = new SQLite(join(dataDir, 'kanat.db'))
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Adds a thumbnail to the report with this key, file and row. */
export async function putThumbnail(dataDir: string, key: string): Promise<void> {
  const path = join(dataDir, 'derivatives', `${key}.320.webp`)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'a picture')
  withDatabase(dataDir, (database) =>
    database.prepare('update report set has_thumbnail = 1 where key = ?').run(key),
  )
}

/** Adds a report to the folder, row and file. @returns its key. */
export async function putReport(dataDir: string, turbine: number, content: Buffer): Promise<string> {
  const key = insertReportRow(dataDir, turbine, content)
  const path = join(dataDir, 'files', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return key
}

/** Adds the row of a report with this content, without its file. @returns its key. */
export function insertReportRow(dataDir: string, turbine: number, content: Buffer): string {
  const key = `turbines/${turbine}/reports/1-${randomUUID()}-report.pdf`
  const sha256 = createHash('sha256').update(content).digest('hex')
  withDatabase(dataDir, (database) =>
    database
      .prepare(
        `insert into report (turbine_id, key, original_filename, file_size_bytes, sha256, year, uploaded_at, first_name, last_name)
         values (?, ?, 'report.pdf', ?, ?, 2026, '2026-01-01T00:00:00.000Z', 'Ada', 'Yel')`,
      )
      .run(turbine, key, content.length, sha256),
  )
  return key
}

/** Adds the row of a point cloud with this content, without its file. @returns its key. */
export function insertPointCloudRow(dataDir: string, turbine: number, content: Buffer): string {
  const name = `${randomUUID()}.pcd`
  const key = `turbines/${turbine}/photos/1-${name}`
  const sha256 = createHash('sha256').update(content).digest('hex')
  withDatabase(dataDir, (database) =>
    database
      .prepare(
        `insert into photo (turbine_id, key, original_name, category, year, month, media_type, size, sha256, uploaded_at, uploader_name, uploader_email)
         values (?, ?, ?, 'robot', 2026, 1, 'application/vnd.pcd', ?, ?, '2026-01-01T00:00:00.000Z', 'Ada Yel', 'ada@kanat.example')`,
      )
      .run(turbine, key, name, content.length, sha256),
  )
  return key
}

/**
 * Adds photos whose files are named pipes, more than a backup or a verification reads at once. A reader of such a file waits until
 * `unblock` is called, and then gets `content`.
 */
export async function addBlockedPhotos(dataDir: string, turbine: number, content: Buffer) {
  const keys = Array.from({ length: 8 }, () => insertPointCloudRow(dataDir, turbine, content))
  return Promise.all(
    keys.map(async (key) => {
      const path = join(dataDir, 'files', key)
      await mkdir(dirname(path), { recursive: true })
      execFileSync('mkfifo', [path])
      return {
        key,
        path,
        /** Lets a reader continue and resolves when the file is read; then it becomes a normal file. */
        async unblock() {
          const writing = promisify(execFile)('sh', ['-c', 'cat > "$0"', path], { timeout: 30_000 })
          writing.child.stdin?.end(content)
          await writing
          await rm(path)
          await writeFile(path, content)
        },
      }
    }),
  )
}
