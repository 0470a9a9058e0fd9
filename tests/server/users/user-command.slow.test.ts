import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { manageUsers } from '#server/commands/actions/users/manage-users.ts'
import { readConfig } from '#server/infrastructure/config.ts'
import { createApp } from '#server/start/app.ts'
import { startServer } from '#server/start/start-server.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'
import { SUPERADMIN } from '../../support/servers/server-process.ts'
import { withDatabase } from '../start/data-folder.ts'

/** Longer than a sign-in accepts. */
const LONG_PASSWORD = 'x'.repeat(1001)
const LONG_EMAIL = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`

setUpFolder('test')
beforeEach(async () => {
  // The command works with an installation that a server has made.
  const { close } = await startServer(readConfig({ DATA_DIR: dir }), pino({ level: 'silent' }))
  await close()
})

const COMMAND = [process.execPath, 'server/commands/user-command.ts', 'add']
const accountOf = (email: string, role: string) => [
  ...['--email', email, '--first-name', 'Ada', '--last-name', 'Yel'],
  ...['--role', role],
]

function startProcess([file = '', ...args]: string[]): ChildProcess {
  return spawn(file, args, { cwd: ROOT, env: nodeEnvironment({ DATA_DIR: dir }) })
}

/** Everything the process writes, and its exit code. */
async function endOf(child: ChildProcess): Promise<{ code: number; output: string }> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

/** Runs the command as a process, with a password from a pipe. */
function start(args: string[], password: string = SUPERADMIN.password) {
  const child = startProcess([...COMMAND, ...args])
  child.stdin?.end(`${password}\n`)
  return endOf(child)
}

/** Does what the command does. @returns what it says */
async function run(args: string[], password = SUPERADMIN.password, dataDir = dir): Promise<string> {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const call = { args, env: { DATA_DIR: dataDir }, print, warn: print, ifInterrupted() {} }
  expect(await manageUsers(call, async () => password)).toBe(0)
  return output
}

const add = (email: string, role: string, password: string) =>
  run(['add', ...accountOf(email, role)], password)

async function signsIn(password = SUPERADMIN.password): Promise<boolean> {
  const { services, close } = await startServer(readConfig({ DATA_DIR: dir }), pino({ level: 'silent' }))
  const answer = await createApp(services).request('/api/auth/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...SUPERADMIN, password }),
  })
  await close()
  return answer.status === 200
}

describe('npm run user', () => {
  it('makes a user who can sign in', async () => {
    const { email, password } = SUPERADMIN
    expect(await add(email, 'superadmin', password)).toMatch(/^User 1 .* was created\.\n$/)
    expect(await start(accountOf(email.toUpperCase(), 'viewer'))).toEqual({
      code: 1,
      output: 'That e-mail address is taken.\n',
    })
    expect(await signsIn()).toBe(true)
  })

  it('refuses a word too many, and says how it is used', async () => {
    const ended = await start(['Ada', ...accountOf(SUPERADMIN.email, 'superadmin')])
    expect(ended).toEqual({ code: 1, output: expect.stringContaining('npm run user') })
  })

  it('waits for the first line of a pipe, but not for its end', async () => {
    const child = startProcess([...COMMAND, ...accountOf(SUPERADMIN.email, 'superadmin')])
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
    await expect(add(email, role, password)).rejects.toThrow(reason)
  })

  it('takes an empty input for no password', async () => {
    const ended = await start(accountOf('b@kanat.example', 'viewer'), '')
    expect(ended).toEqual({ code: 1, output: expect.stringMatching(/^Password: /) })
  })
})

describe('npm run user for the users that there are', () => {
  beforeEach(() => add(SUPERADMIN.email, 'superadmin', SUPERADMIN.password))

  /** As when a superadmin has deactivated the account. */
  const deactivate = () =>
    withDatabase(dir, (database) => database.prepare('update "user" set is_active = 0').run())

  it('lists them', async () => {
    const line = `User 1 is Ada Yel (${SUPERADMIN.email}), superadmin of Nordwerk.`
    const expected = new RegExp(`^${line.replace('Nordwerk', '.+').replaceAll(/[()]/g, '\\$&')}\n$`)
    expect(await run(['list'])).toMatch(expected)
    deactivate()
    expect(await run(['list'])).toContain('This account is not active.')
  })

  it('sets a password, which ends the sessions', async () => {
    expect(await run(['set-password', '--email', SUPERADMIN.email.toUpperCase()], 'yelkovan-7')).toBe(
      `User 1 (${SUPERADMIN.email}) has a new password; all sessions ended.\n`,
    )
    expect([await signsIn(), await signsIn('yelkovan-7')]).toEqual([false, true])
    const weak = run(['set-password', '--email', SUPERADMIN.email], 'password')
    await expect(weak).rejects.toThrow(/^Password: .+\.$/)
  })

  it('activates them', async () => {
    deactivate()
    expect(await signsIn()).toBe(false)
    const activate = () => run(['activate', '--email', SUPERADMIN.email])
    expect(await activate()).toBe(`User 1 (${SUPERADMIN.email}) is active and can sign in.\n`)
    expect(await activate()).toBe(`User 1 (${SUPERADMIN.email}) is active already.\n`)
    expect(await signsIn()).toBe(true)
    const actions = withDatabase(dir, (database) =>
      database.prepare(`select action from audit where address = 'local' order by id`).pluck().all(),
    )
    expect(actions).toEqual(['user.add', 'user.edit'])
  })

  it.each([
    [
      ['set-password', '--email', 'nobody@kanat.example'],
      /^No user has the address nobody@kanat\.example\.$/,
    ],
    [['activate'], /^--email is missing\.$/],
    [['list', '--email', 'a@kanat.example'], /^--email is not needed here\.$/],
    [['list', '--name', 'Ada'], /^Unknown option --name\.\n/],
    [['activate', '--email'], /^The option --email needs a value\.\n/],
    [['delete'], /^npm run user -- add/],
    [['add', ...accountOf('b@kanat.example', 'king')], /^--role: Must be one of superadmin, .+\.$/],
    [
      ['add', ...accountOf('b@kanat.example', 'viewer'), '--company', 'x'],
      /^--company: This is not the id of a company\.$/,
    ],
  ])('says in a sentence what is wrong with %j', async (args, sentence) => {
    await expect(run(args)).rejects.toThrow(sentence)
  })
})

it('makes no installation where there is none', async () => {
  const mistyped = `${dir}-mistyped`
  for (const args of [['add', ...accountOf('b@kanat.example', 'viewer')], ['list']])
    await expect(run(args, undefined, mistyped)).rejects.toThrow(
      `The database ${mistyped}/kanat.db does not exist. Check DATA_DIR.`,
    )
  expect(existsSync(mistyped)).toBe(false)
})

const hasScript = spawnSync('script', ['--version']).status === 0
describe.skipIf(!hasScript)('npm run user at a terminal (skipped without the program `script`)', () => {
  /** Types `keys` after the prompt. */
  async function type(keys: string) {
    const quoted = [...COMMAND, ...accountOf(SUPERADMIN.email, 'superadmin')].map((word) => `'${word}'`)
    const child = startProcess(['script', '--quiet', '--return', '--command', quoted.join(' '), '/dev/null'])
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
