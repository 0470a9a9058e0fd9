import { expect, it } from 'vitest'
import { streamAudit } from '#server/commands/actions/audit.ts'
import { signIn } from '../../support/accounts.ts'
import { testApp } from '../../support/app-setup.ts'
import { account, setUpAudit } from './audit-setup.ts'

setUpAudit()

interface Line {
  id: number
  at: string
}

/** Runs the command until it ends. @param onLine gets the number of the line */
async function run(args: string[], onLine: (count: number, end: () => void) => void = () => {}) {
  const { dataDir, databaseUrl } = testApp.services.config
  const lines: Line[] = []
  const ended = new AbortController()
  const print = (text: string) => onLine(lines.push(JSON.parse(text)), () => ended.abort())
  const call = { args, env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, print }
  expect(await streamAudit(call, ended.signal, 1)).toBe(0)
  return lines
}

it('prints the entries as JSON lines, all or those since a time or after an id', async () => {
  for (let n = 0; n < 3; n += 1) await signIn(testApp, account)
  const all = await run([])
  expect(all).toMatchObject(
    Array(3).fill({ action: 'session.open', user_id: account.id, changed: [], moved: null }),
  )
  expect(await run(['--after', String(all[0]?.id)])).toEqual(all.slice(1))
  expect(await run(['--since', '2100-01-01T00:00:00Z'])).toEqual([])
  for (const args of [['--since', 'yesterday'], ['--after', 'x'], ['--all'], ['x']])
    await expect(run(args)).rejects.toThrow('npm run audit')
})

it('prints new entries until it is stopped, if it follows', async () => {
  await signIn(testApp, account)
  const lines = await run(['--follow'], (count, end) => (count === 1 ? void signIn(testApp, account) : end()))
  expect(lines).toHaveLength(2)
})
