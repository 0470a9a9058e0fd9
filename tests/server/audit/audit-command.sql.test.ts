import { expect, it } from 'vitest'
import { streamAudit } from '#server/commands/actions/audit.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { testApp } from '../../support/app-setup.ts'
import { account, setUpAudit } from './audit-setup.ts'

setUpAudit()

const env = () => ({
  DATA_DIR: testApp.services.config.dataDir,
  DATABASE_URL: testApp.services.config.databaseUrl,
})

interface Line {
  id: number
  at: string
  action: string
}

/** Runs the command until it ends. @param onLine is called with each line */
async function run(args: string[], onLine: (line: Line, end: () => void) => void = () => {}) {
  const lines: Line[] = []
  const ended = new AbortController()
  const print = (text: string) => {
    expect(text.endsWith('\n')).toBe(true)
    const line = JSON.parse(text) as Line
    lines.push(line)
    onLine(line, () => ended.abort())
  }
  expect(await streamAudit({ args, env: env(), print }, ended.signal, 1)).toBe(0)
  return lines
}

it('prints the entries as JSON lines, all or those since a time or after an id', async () => {
  const user = await makeUser(testApp)
  for (let n = 0; n < 3; n += 1) await signIn(testApp, user)
  const all = await run([])
  expect(all).toMatchObject(
    Array(3).fill({ action: 'session.open', user_id: user.id, changed: [], moved: null }),
  )
  expect(await run(['--after', String(all[0]?.id)])).toEqual(all.slice(1))
  expect(await run(['--since', '2100-01-01T00:00:00Z'])).toEqual([])
  expect(await run(['--since', all[0]?.at ?? ''])).toEqual(all)
})

it('prints new entries until it is stopped, if it follows', async () => {
  await signIn(testApp, account)
  let isFirst = true
  const lines = await run(['--follow'], (_, end) => {
    if (isFirst) void signIn(testApp, account)
    else end()
    isFirst = false
  })
  expect(lines.map(({ action }) => action)).toEqual(['session.open', 'session.open'])
})

it('refuses unknown options and values', async () => {
  for (const args of [['--since', 'yesterday'], ['--after', 'x'], ['--all'], ['x']])
    await expect(run(args)).rejects.toThrow('npm run audit')
})
