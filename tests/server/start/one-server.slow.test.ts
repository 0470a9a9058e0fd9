import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { startServer as openServer } from '#server/start/start-server.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { ServerProcess, signInWithTurbine } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { runCommand, startCommand } from './data-folder.ts'

/** Five show the same as ten. SQLite may first refuse all that ask at once. */
const SERVERS = 5

let refusal: string
setUpFolder('test')
beforeEach(async () => {
  refusal = `Kanat cannot start. Another server uses ${dir}. Stop it first, or choose another DATA_DIR.\n`
})

/** Starts a process on the folder; `ended` has its exit code and what it wrote to its standard error. */
function startProcess(args: string[], input = '') {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: nodeEnvironment({ DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent' }),
  })
  child.stdin.end(input)
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code], stderr]) => ({
    code: code as number | null,
    stderr,
  }))
  return { child, ended }
}

const startServer = () => startProcess(['server/main.ts'])

const addUser = (email: string) => [
  ...['server/commands/user-command.ts', 'add', '--email', email],
  ...['--first-name', 'Ada', '--last-name', 'Yel', '--role', 'viewer'],
]

/** Begins an upload that never ends. */
async function beginUpload(server: ServerProcess): Promise<void> {
  const { headers, turbine } = await signInWithTurbine(server.origin)
  const upload = request(`${server.origin}/api/turbines/${turbine}/photos`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' },
  })
  upload.on('error', () => {})
  onTestFinished(() => void upload.destroy())
  upload.write('--x\r\nContent-Disposition: form-data; name="photos"; filename="slow.jpg"\r\n\r\n')
  upload.write(Buffer.alloc(100_000))
  await expect.poll(incoming).toEqual([expect.any(String), expect.stringMatching(/\/1$/)])
}

const incoming = () => readdir(join(dir, 'incoming'), { recursive: true })

/** What this process says when it would serve the folder; undefined if it may. */
async function refusalHere(): Promise<string | undefined> {
  const config = readConfig({ DATA_DIR: dir, MIN_FREE_MB: '0', RESERVE_MB: '0' })
  const started = await openServer(config, pino({ level: 'silent' })).catch((error: Error) => error.message)
  if (typeof started === 'string') return `Kanat cannot start. ${started}\n`
  await started.close()
  return undefined
}

it('refuses a second server with a sentence, and the first one continues', async () => {
  await using server = await ServerProcess.start(dir)
  expect(await startServer().ended).toEqual({ code: 1, stderr: refusal })
  expect(await refusalHere()).toBe(refusal)
  expect((await fetch(`${server.origin}/api/health`)).status).toBe(200)

  // Commands may run beside it, and do not change its uploads and its lock.
  await beginUpload(server)
  const added = startProcess(addUser('ada@kanat.example'), 'rüzgâr-12\n')
  expect(await added.ended).toEqual({ code: 0, stderr: '' })
  expect(await incoming()).toHaveLength(2)
  const folder = await temporaryFolder()
  onTestFinished(() => rm(folder, { recursive: true }))
  expect(await runCommand('verify', dir)).toMatchObject({ status: 0, stderr: '' })
  expect(await startCommand('backup', dir, folder).ended).toMatchObject({ status: 0, stderr: '' })
  expect((await readdir(folder)).sort()).toEqual([
    'derivatives',
    'files',
    'incoming',
    'installation',
    'kanat.db',
    'partial',
  ])
  expect(await refusalHere()).toBe(refusal)
})

it('allows exactly one of several servers that start at the same time', async () => {
  const servers = Array.from({ length: SERVERS }, startServer)
  const refused: unknown[] = []
  for (const { ended } of servers) void ended.then((end) => refused.push(end))
  await expect.poll(() => refused.length).toBe(SERVERS - 1)
  expect(refused).toEqual(Array(SERVERS - 1).fill({ code: 1, stderr: refusal }))

  const [winner] = servers.filter(({ child }) => child.exitCode === null)
  winner?.child.kill('SIGTERM')
  expect(await winner?.ended).toEqual({ code: 0, stderr: '' })
})

it('allows a start after a kill, removes what uploads have left, and refuses a further server', async () => {
  const first = await ServerProcess.start(dir)
  await beginUpload(first)
  await first.end('SIGKILL')
  expect(await incoming()).toHaveLength(2)
  await using _second = await ServerProcess.start(dir)
  expect(await incoming()).toEqual([])
  expect(await refusalHere()).toBe(refusal)
})

it('refuses a second server until the first one has stopped', async () => {
  const first = await ServerProcess.start(dir, { SHUTDOWN_SECONDS: '3600' })
  await beginUpload(first)
  const exit = first.end('SIGTERM')
  await expect.poll(() => first.output).toContain('"msg":"stopping"')
  expect(await refusalHere()).toBe(refusal)
  expect(await incoming()).toHaveLength(2)

  await first[Symbol.asyncDispose]()
  await exit
  expect(await refusalHere()).toBeUndefined()
})

it('allows several commands at the same time', async () => {
  await (await ServerProcess.start(dir)).end('SIGTERM')
  const added = [1, 2, 3, 4].map((n) => startProcess(addUser(`user${n}@kanat.example`), 'rüzgâr-12\n').ended)
  expect(await Promise.all(added)).toEqual(Array(4).fill({ code: 0, stderr: '' }))
})
