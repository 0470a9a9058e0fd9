import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }
import type { Buildah } from './buildah.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILDER = 'localhost/kanat-builder'
const SETTINGS = '/usr/local/etc/npmrc'
const CERTIFICATES = '/usr/local/etc/npm-certificates.pem'
/** What Debian's images with `slim` in their tag leave out. */
const NOT_SLIM = ['doc', 'info', 'locale', 'man'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)

export const BASE = 'localhost/kanat-base'
export const IMAGE = 'localhost/kanat'

/** Builds the image of `deploy/Dockerfile`. */
export function buildImage(buildah: Buildah): void {
  const folder = mkdtempSync(join(tmpdir(), 'kanat-image-'))
  try {
    makeBase(buildah, folder)
    makeBuilder(buildah, folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  buildah.run(
    'build',
    '--format=docker',
    `--build-arg=BASE=${BASE}`,
    `--build-arg=BUILDER=${BUILDER}`,
    '--file=deploy/Dockerfile',
    '--ignorefile=deploy/Dockerfile.dockerignore',
    `--tag=${IMAGE}`,
    '.',
  )
}

/** Makes an image like `node:24-bookworm-slim`, with the Node of this project and the npm of this machine. */
function makeBase(buildah: Buildah, folder: string): void {
  const archive = join(folder, 'base.tar')
  const options = ['--quiet', '--variant=minbase', ...NOT_SLIM]
  execFileSync('mmdebstrap', [...options, 'bookworm', archive], { stdio: 'inherit' })
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())))
  const base = buildah.read('from', 'scratch')
  buildah.run('add', '--quiet', base, archive, '/')
  buildah.run('copy', '--quiet', base, join(ROOT, 'node_modules/node/bin/node'), '/usr/local/bin/node')
  buildah.run('copy', '--quiet', base, npm, '/usr/local/lib/node_modules/npm')
  buildah.run('run', base, 'rm', '--force', '/usr/local/lib/node_modules/npm/npmrc')
  buildah.run('run', base, 'ln', '--symbolic', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm')
  buildah.run('config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', base)
  buildah.run('commit', '--quiet', '--rm', '--format=docker', base, BASE)
}

/** Makes an image for the stages that install packages: the base, and how npm reaches its registry on this machine. */
function makeBuilder(buildah: Buildah, folder: string): void {
  const cafile = npmSetting('cafile')
  const hasCertificates = existsSync(cafile)
  const settings = [
    `registry=${npmSetting('registry')}`,
    ...(hasCertificates ? [`cafile=${CERTIFICATES}`] : []),
  ]
  writeFileSync(join(folder, 'npmrc'), settings.join('\n'))
  const builder = buildah.read('from', BASE)
  buildah.run('copy', '--quiet', builder, join(folder, 'npmrc'), SETTINGS)
  if (hasCertificates) buildah.run('copy', '--quiet', builder, cafile, CERTIFICATES)
  buildah.run('commit', '--quiet', '--rm', '--format=docker', builder, BUILDER)
}

/** A setting of npm on this machine. */
function npmSetting(name: string): string {
  // npm has settings beside the Node that runs it, so it must not be that of this project, which an outer npm has put into the environment.
  const folders = (process.env.PATH ?? '').split(delimiter)
  const PATH = folders.filter((folder) => !folder.endsWith('node_modules/.bin')).join(delimiter)
  const others = Object.entries(process.env).filter(([variable]) => !/^npm_/i.test(variable))
  const env = { ...Object.fromEntries(others), PATH }
  return execFileSync('npm', ['config', 'get', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env,
  }).trim()
}

/** @throws if the image has something that only building needs, or something of this machine */
export function checkContents(buildah: Buildah, files: string): void {
  const base = buildah.mount(BASE)
  for (const path of ['var/lib/dpkg/status', 'usr/local', 'root']) {
    if (contents(join(files, path)) !== contents(join(base, path)))
      throw new Error(`The image differs from its base in /${path}.`)
  }
  const packages = [...Object.keys(manifest.devDependencies), 'astro', 'esbuild', 'npm', 'react', 'vite']
  const unused = packages.filter((name) => existsSync(join(files, 'kanat/node_modules', name)))
  if (unused.length > 0) throw new Error(`The image has packages that the server does not need: ${unused}`)
  const description = buildah.read('inspect', '--type=image', IMAGE)
  const ofMachine = [npmSetting('registry'), npmSetting('cafile'), CERTIFICATES].filter((text) =>
    description.includes(text),
  )
  if (ofMachine.length > 0) throw new Error(`The image names ${ofMachine}.`)
}

/** The text of a file, or the names of all files in a folder. */
function contents(path: string): string {
  try {
    return readdirSync(path, { recursive: true, encoding: 'utf8' }).sort().join('\n')
  } catch {
    return readFileSync(path, 'utf8')
  }
}
