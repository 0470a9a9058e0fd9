/**
 * Builds the image of `deploy/Dockerfile` without Docker, starts it and does the main job in it: sign in, add a turbine, upload a photo,
 * read it. For Debian, as root. The base is made by `mmdebstrap`, with the Node of this project and the npm of this machine.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Photo } from '#domain/photo.ts'
import { addTurbine, freePort, SUPERADMIN, signInAtProcess } from '../tests/server-process.ts'

const ROOT = join(import.meta.dirname, '..')
const BASE = 'localhost/kanat-base'
const IMAGE = 'localhost/kanat'
const START_MS = 60_000
/** Without the rights of a container runtime, and with all layers as folders. */
const CHROOT = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }

for (const tool of ['buildah', 'mmdebstrap']) run(tool, ['--version'])
const work = mkdtempSync(join(tmpdir(), 'kanat-container-'))
const container = { name: '' }
try {
  makeBase()
  run('buildah', [
    'build',
    '--format=docker',
    `--build-arg=BASE=${BASE}`,
    '--file=deploy/Dockerfile',
    '--ignorefile=deploy/Dockerfile.dockerignore',
    ...npmOfThisMachine(),
    `--tag=${IMAGE}`,
    '.',
  ])
  container.name = read('buildah', ['from', IMAGE])
  await doMainJob(container.name)
  console.log(`The image takes ${sizeOf(IMAGE)}, and its base alone ${sizeOf(BASE)}.`)
} finally {
  if (container.name !== '') run('buildah', ['rm', container.name])
  rmSync(work, { recursive: true })
}

/** Makes an image like `node:24-bookworm-slim`. */
function makeBase(): void {
  const archive = join(work, 'base.tar')
  run('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', archive])
  const base = read('buildah', ['from', 'scratch'])
  const npm = dirname(dirname(realpathSync(read('which', ['npm']))))
  run('buildah', ['add', '--quiet', base, archive, '/'])
  run('buildah', ['copy', '--quiet', base, join(ROOT, 'node_modules/node/bin/node'), '/usr/local/bin/node'])
  run('buildah', ['copy', '--quiet', base, npm, '/usr/local/lib/node_modules/npm'])
  run('buildah', ['run', base, 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
  run('buildah', ['config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', base])
  run('buildah', ['commit', '--quiet', '--rm', '--format=docker', base, BASE])
}

/** How npm reaches its registry on this machine, and the packages that it has already. Nothing of it gets into the image. */
function npmOfThisMachine(): string[] {
  const setting = (name: string) => read('npm', ['config', 'get', name])
  const cafile = setting('cafile')
  const settings = [`registry=${setting('registry')}`, ...(existsSync(cafile) ? [`cafile=${cafile}`] : [])]
  writeFileSync(join(work, 'npmrc'), settings.join('\n'))
  const mounts = [
    `${join(work, 'npmrc')}:/root/.npmrc:ro`,
    `${setting('cache')}:/root/.npm`,
    ...(existsSync(cafile) ? [`${dirname(cafile)}:${dirname(cafile)}:ro`] : []),
  ]
  return mounts.map((mount) => `--volume=${mount}`)
}

async function doMainJob(name: string): Promise<void> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    SUPERADMIN_EMAIL: SUPERADMIN.email,
    SUPERADMIN_PASSWORD: SUPERADMIN.password,
  }
  const command = JSON.parse(
    read('buildah', ['inspect', '--format={{json .Docker.config.Cmd}}', name]),
  ) as string[]
  const given = Object.entries(env).map(([key, value]) => `--env=${key}=${value}`)
  const server = spawn('buildah', ['run', ...given, name, '--', ...command], {
    stdio: 'inherit',
    env: { ...process.env, ...CHROOT },
  })
  const ended = once(server, 'exit')
  try {
    await isHealthy(origin)
    const headers = await signInAtProcess(origin)
    const turbine = await addTurbine(origin, headers)
    const bytes = readFileSync(join(ROOT, 'docs/panel.png'))
    const form = new FormData()
    form.set('room', '1')
    form.set('blade', 'A')
    form.set('photos', new Blob([bytes]), 'panel.png')
    const answer = await fetch(`${origin}/api/turbines/${turbine}/photos`, {
      method: 'POST',
      headers,
      body: form,
    })
    if (answer.status !== 201)
      throw new Error(`The upload was answered with ${answer.status}: ${await answer.text()}`)
    const { data: photos } = (await answer.json()) as { data: Photo[] }
    const stored = await fetch(`${origin}/media/${photos[0]?.key}`, { headers })
    if (!Buffer.from(await stored.arrayBuffer()).equals(bytes))
      throw new Error('The photo is not what was uploaded.')
    if (!(await (await fetch(`${origin}/`)).text()).includes('<html')) throw new Error('There is no page.')
    console.log(
      `The container runs as user ${read('buildah', ['run', name, '--', 'id', '-un'])}: sign-in, upload and photo work.`,
    )
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

async function isHealthy(origin: string): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause(100)) {
    const answer = await fetch(`${origin}/api/health`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The container did not become healthy.')
}

/** The size of all layers, not compressed, as in `124 MB`. */
function sizeOf(image: string): string {
  return read('buildah', ['images', '--format={{.Size}}', image])
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...CHROOT } })
}

function read(command: string, args: string[]): string {
  return execFileSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...CHROOT },
  }).trim()
}
