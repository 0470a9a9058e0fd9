import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { ServerProcess, SUPERADMIN, signInAtProcess } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** Longer than a sign-in accepts. */
const LONG_PASSWORD = 'x'.repeat(1001)
const LONG_EMAIL = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`

let dir: string
beforeEach(async () => {
  dir = await temporaryFolder()
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const COMMAND = [process.execPath, 'server/commands/user-command.ts', 'add']
const accountOf = (email: string, role: string) => [
  ...['--email', email, '--first-name', 'Ada', '--last-name', 'Yel'],
  ...['--role', role],
]

function start([file = '', ...args]: string[]): ChildProcess {
  return spawn(file, args, { cwd: ROOT, env: { PATH: process.env.PATH, DATA_DIR: dir } })
}

/** Everything the process writes, and its exit code. */
async function endOf(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Runs the command with a password from a pipe. */
function add(email: string, role: string, password: string) {
  const child = start([...COMMAND, ...accountOf(email, role)])
  child.stdin?.end(`${password}\n`)
  return endOf(child)
}

async function signsIn(): Promise<boolean> {
  await using server = await ServerProcess.start(dir, { SUPERADMIN_EMAIL: '', SUPERADMIN_PASSWORD: '' })
  return (await signInAtProcess(server.origin)).Authorization.startsWith('Bearer ey')
}

describe('npm run user', () => {
  it('makes a user who can sign in', async () => {
    const { email, password } = SUPERADMIN
    expect((await add(email, 'superadmin', password)).code).toBe(0)
    expect(await add(email.toUpperCase(), 'viewer', password)).toMatchObject({
      code: 1,
      output: 'That e-mail address is taken.\n',
    })
    expect(await signsIn()).toBe(true)
  })

  it('refuses a word too many, and says how it is used', async () => {
    const child = start([...COMMAND, 'Ada', ...accountOf(SUPERADMIN.email, 'superadmin')])
    child.stdin?.end(`${SUPERADMIN.password}\n`)
    expect(await endOf(child)).toMatchObject({ code: 1, output: expect.stringContaining('npm run user') })
  })

  it('waits for the first line of a pipe, but not for its end', async () => {
    const child = start([...COMMAND, ...accountOf(SUPERADMIN.email, 'superadmin')])
    const end = endOf(child)
    child.stdin?.write(`${SUPERADMIN.password}\r\nanother line\n`)
    expect((await end).code).toBe(0)
    expect(await signsIn()).toBe(true)
  })

  it.each([
    ['a role that does not exist', 'b@kanat.example', 'king', SUPERADMIN.password, /--role: /],
    ['an invalid e-mail address', 'kanat', 'viewer', SUPERADMIN.password, /--email: /],
    ['an address that is too long for a sign-in', LONG_EMAIL, 'viewer', SUPERADMIN.password, /--email: /],
    ['a password that is too long for a sign-in', 'b@kanat.example', 'viewer', LONG_PASSWORD, /^Password: /],
    ['a password that is too short', 'b@kanat.example', 'viewer', '12345', /^Password: /],
    ['no password', 'b@kanat.example', 'viewer', '', /^Password: /],
  ])('refuses %s', async (_, email, role, password, reason) => {
    const { code, output } = await add(email, role, password)
    expect([code, output]).toEqual([1, expect.stringMatching(reason)])
  })
})

const hasScript = spawnSync('script', ['--version']).status === 0
describe.skipIf(!hasScript)('npm run user at a terminal (skipped without the program `script`)', () => {
  /** Types `keys` after the prompt. */
  async function type(keys: string) {
    const quoted = [...COMMAND, ...accountOf(SUPERADMIN.email, 'superadmin')].map((word) => `'${word}'`)
    const child = start(['script', '--quiet', '--return', '--command', quoted.join(' '), '/dev/null'])
    const end = endOf(child)
    child.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('Password')) child.stdin?.write(keys)
    })
    const { code, output } = await end
    return { code, lines: output.split('\r\n') }
  }

  const PROMPT = 'Password (6 characters or more): '
  const BACKSPACE = '\x7f'

  it('does not show the password, and allows corrections with backspace', async () => {
    const { code, lines } = await type(`${SUPERADMIN.password}xx${BACKSPACE.repeat(2)}\r`)
    expect([code, lines]).toEqual([0, [PROMPT, expect.stringMatching(/^User 1 .* was created\.$/), '']])
    expect(await signsIn()).toBe(true)
  })

  it('ends without a new user at Ctrl-C and Ctrl-D', async () => {
    for (const key of ['\x03', '\x04']) expect(await type(key)).toEqual({ code: 130, lines: [PROMPT, ''] })
  })
})

it('refuses a configured superadmin who could not sign in', () => {
  const config = (SUPERADMIN_EMAIL: string, SUPERADMIN_PASSWORD: string) => () =>
    readConfig({ SUPERADMIN_EMAIL, SUPERADMIN_PASSWORD })
  expect(config(SUPERADMIN.email, SUPERADMIN.password)().superadmin).toEqual(SUPERADMIN)
  expect(config(LONG_EMAIL, SUPERADMIN.password)).toThrow(/^SUPERADMIN_EMAIL: /)
  expect(config(SUPERADMIN.email, LONG_PASSWORD)).toThrow(/^SUPERADMIN_PASSWORD: /)
  expect(config(SUPERADMIN.email, 'rüzgâr\t12')).toThrow(
    /^SUPERADMIN_PASSWORD: A password may contain letters/,
  )
})
