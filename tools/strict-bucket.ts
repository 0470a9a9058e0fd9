/**
 * Runs the tests about files with a bucket of Swift, which is stricter than the fauxqs of `npm test`: it checks signatures, the names of
 * buckets and the MD5 sums of requests, and takes larger objects. For Debian, with the packages `swift-proxy`, `swift-account`,
 * `swift-container`, `swift-object` and `memcached`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../tests/support/servers/server-process.ts'
import { testFile } from './suites/test-file.ts'

const ROOT = join(import.meta.dirname, '..')
/** The package makes it. Swift reads it from no other place. */
const SWIFT_SETTINGS = '/etc/swift/swift.conf'
const START_MS = 60_000
/** The account and its user. As a key of S3, both are one name. */
const [ACCOUNT, USER, PASSWORD] = ['test', 'tester', 'testing']
/** Swift and memcached change to a user, by default to their own, who could not read the folder. */
const THIS_USER = userInfo().username
const DEVICE = 'disk'
const SERVERS = ['account', 'container', 'object'] as const

/** The tests of the store itself. They choose a bucket on their own. */
const STORE_TESTS = [
  'file-store',
  'partial-files',
  'bucket-cache',
  'bucket-setup',
  'bucket-originals',
  'failing-bucket',
]
/** The tests of what the features do with files, and of the move. */
const FEATURE_TESTS = [
  'media',
  'panorama-tiles',
  'photo-archives',
  'photo-upload',
  'photos',
  'reports',
  'report-upload',
  'resumable-uploads',
  'stray-files',
  'turbine-deleted-during-upload',
  'turbine-photos',
  'move',
  'two-processes',
]

/** Their files. A test that was renamed ends the script here, also where Swift is missing. */
const [STORE_FILES, FEATURE_FILES] = [STORE_TESTS, FEATURE_TESTS].map((names) =>
  names.map((name) => testFile(`tests/{server,postgres}/**/${name}{,.*}.test.ts`)),
) as [string[], string[]]

if (!existsSync(SWIFT_SETTINGS)) {
  console.error(
    'Swift is missing: apt-get install swift-proxy swift-account swift-container swift-object memcached',
  )
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'kanat-swift-'))
const running: ChildProcess[] = []
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () =>
    stop()
      .catch(console.error)
      .finally(() => process.exit(1)),
  )
}
try {
  const origin = await startSwift()
  const url = origin.replace('//', `//${ACCOUNT}%3A${USER}:${PASSWORD}@`)
  const succeeded = [
    await runVitest('sqlite and disk', STORE_FILES, url),
    await runVitest('postgres and bucket', FEATURE_FILES, url),
  ]
  process.exitCode = succeeded.every(Boolean) ? 0 : 1
} finally {
  await stop()
}

async function stop(): Promise<void> {
  await Promise.all(running.map(end))
  rmSync(folder, { recursive: true, force: true })
}

/** Starts a storage with one copy of each object. @returns its address */
async function startSwift(): Promise<string> {
  mkdirSync(join(folder, 'devices', DEVICE), { recursive: true })
  const cachePort = await freePort()
  start('memcached', ['-u', THIS_USER, '-l', '127.0.0.1', '-p', String(cachePort)])
  for (const name of SERVERS) {
    const port = await freePort()
    makeRing(name, port)
    startServer(name, port, { devices: join(folder, 'devices'), mount_check: 'false' }, [`${name}-server`], {
      [`app:${name}-server`]: { use: `egg:swift#${name}` },
    })
  }
  const port = await freePort()
  startServer('proxy', port, {}, ['catch_errors', 'cache', 's3api', 'tempauth', 'proxy-server'], {
    'filter:catch_errors': { use: 'egg:swift#catch_errors' },
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: `127.0.0.1:${cachePort}` },
    'filter:s3api': { use: 'egg:swift#s3api', location: 'eu-central-1' },
    'filter:tempauth': { use: 'egg:swift#tempauth', [`user_${ACCOUNT}_${USER}`]: `${PASSWORD} .admin` },
    'app:proxy-server': { use: 'egg:swift#proxy', account_autocreate: 'true' },
  })
  const origin = `http://127.0.0.1:${port}`
  await answers(origin)
  return origin
}

/** Says in which place each object is: all of them on one device, once. */
function makeRing(name: string, port: number): void {
  const build = (...args: string[]) =>
    execFileSync('swift-ring-builder', [join(folder, `${name}.builder`), ...args], { stdio: 'pipe' })
  build('create', '4', '1', '0')
  build('add', `r1z1-127.0.0.1:${port}/${DEVICE}`, '1')
  build('rebalance')
}

function startServer(
  name: string,
  port: number,
  settings: Record<string, string>,
  pipeline: string[],
  parts: Record<string, Record<string, string>>,
): void {
  const file = join(folder, `${name}-server.conf`)
  const common = {
    bind_ip: '127.0.0.1',
    bind_port: String(port),
    user: THIS_USER,
    swift_dir: folder,
    workers: '0',
  }
  const sections = {
    DEFAULT: { ...common, ...settings },
    'pipeline:main': { pipeline: pipeline.join(' ') },
    ...parts,
  }
  writeFileSync(file, Object.entries(sections).map(section).join('\n'))
  start(`swift-${name}-server`, [file])
}

function section([name, settings]: [string, Record<string, string>]): string {
  const lines = Object.entries(settings).map(([key, value]) => `${key} = ${value}\n`)
  return `[${name}]\n${lines.join('')}`
}

function start(command: string, args: string[]): void {
  running.push(spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
}

/** Waits for an answer that all servers are needed for. */
async function answers(origin: string): Promise<void> {
  const headers = { 'X-Auth-User': `${ACCOUNT}:${USER}`, 'X-Auth-Key': PASSWORD }
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(100)) {
    const signedIn = await fetch(`${origin}/auth/v1.0`, { headers }).catch(() => undefined)
    const token = signedIn?.headers.get('X-Auth-Token')
    const url = signedIn?.headers.get('X-Storage-Url')
    if (
      token &&
      url &&
      (await fetch(`${url}/first`, { method: 'PUT', headers: { 'X-Auth-Token': token } })).ok
    )
      return
  }
  throw new Error('Swift did not start.')
}

async function runVitest(project: string, files: string[], url: string): Promise<boolean> {
  const child = spawn('vitest', ['run', '--project', project, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, TEST_STORAGE_URL: url },
  })
  running.push(child)
  const [code] = await once(child, 'exit')
  return code === 0
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
