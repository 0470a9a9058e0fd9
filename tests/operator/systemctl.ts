#!/opt/kanat/node_modules/.bin/node
/**
 * Does on the test's machine what `systemctl` does with the units that the operator's pages name: `kanat@PORT` from
 * `deploy/kanat@.service`, and Debian's nginx and PostgreSQL. There is no systemd without a whole boot.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const UNIT = '/etc/systemd/system/kanat@.service'
/** As `TimeoutStopSec` in the unit, in milliseconds. */
const STOP_LIMIT_MS = 60_000

const [action = '', ...rest] = process.argv.slice(2)
const units = rest.filter((word) => !word.startsWith('--'))
for (const unit of units) {
  const port = /^kanat@(\d+)$/.exec(unit)?.[1]
  if (port) await manageKanat(port)
  else if (unit === 'nginx') run('nginx', existsSync('/run/nginx.pid') ? ['-s', action] : [])
  else if (unit === 'postgresql') run('pg_ctlcluster', [...cluster(), action])
  else throw new Error(`This machine has no unit ${unit}.`)
}

async function manageKanat(port: string): Promise<void> {
  if (action === 'stop' || action === 'restart') await stop(port)
  if (action !== 'stop') start(port)
}

function start(port: string): void {
  const unit = readFileSync(UNIT, 'utf8').replaceAll('%i', port)
  const setting = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const user = setting('User')
  const folder = `/var/lib/${setting('StateDirectory')}`
  run('install', ['-d', '-o', user, '-g', setting('Group'), '-m', setting('StateDirectoryMode'), folder])
  const log = openSync(`/var/log/kanat-${port}.log`, 'a')
  const child = spawn(
    'setpriv',
    [
      `--reuid=${user}`,
      `--regid=${setting('Group')}`,
      '--init-groups',
      'sh',
      '-c',
      `exec ${setting('ExecStart')}`,
    ],
    {
      cwd: setting('WorkingDirectory'),
      env: {
        PATH: process.env.PATH,
        ...Object.fromEntries(
          setting('Environment')
            .split(' ')
            .map((pair) => pair.split('=') as [string, string]),
        ),
        ...readEnvironmentFile(setting('EnvironmentFile')),
      },
      stdio: ['ignore', log, log],
      detached: true,
    },
  )
  child.unref()
  writeFileSync(pidFile(port), String(child.pid))
}

/** @see https://www.freedesktop.org/software/systemd/man/systemd.exec.html#EnvironmentFile= */
function readEnvironmentFile(path: string): Record<string, string> {
  const lines = readFileSync(path, 'utf8').matchAll(/^([A-Z][A-Z_0-9]*)=(?:'([^']*)'|"([^"]*)"|(.*))$/gm)
  return Object.fromEntries(
    [...lines].map(([, name, ...values]) => [name, values.find((value) => value !== undefined)]),
  )
}

async function stop(port: string): Promise<void> {
  if (!existsSync(pidFile(port))) return
  const pid = Number(readFileSync(pidFile(port), 'utf8'))
  if (isRunning(pid)) process.kill(pid, 'SIGTERM')
  const deadline = Date.now() + STOP_LIMIT_MS
  while (isRunning(pid)) {
    if (Date.now() > deadline) throw new Error(`kanat@${port} does not stop.`)
    await pause(20)
  }
  rmSync(pidFile(port))
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}

function pidFile(port: string): string {
  return `/run/kanat-${port}.pid`
}

/** The version and the name of Debian's cluster of PostgreSQL. */
function cluster(): string[] {
  const [line = ''] = spawnSync('pg_lsclusters', ['--no-header'], { encoding: 'utf8' }).stdout.split('\n')
  return line.split(/\s+/).slice(0, 2)
}

function run(command: string, args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.`)
}
