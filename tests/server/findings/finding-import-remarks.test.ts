/** A file in which thousands of cells are wrong is answered in pieces, in an answer with a limit. */
import { describe, expect, it } from 'vitest'
import en from '#content/errors/en.json' with { type: 'json' }
import tr from '#content/errors/tr.json' with { type: 'json' }
import { LINE_REMARKS_MAX } from '#domain/tables/imported-table.ts'
import { operator, testApp, turbine } from '../../support/app-setup.ts'
import { CHECKED_COLUMNS, wrongLines } from '../../support/files/wrong-lines.ts'
import { findingsOf } from '../../support/finding-setup.ts'
import { LongestWork } from '../../support/time/longest-work.ts'
import { importTable, setUpImport } from './import-setup.ts'

setUpImport()

/** Without the comparison of the answer with the contract, which would be measured, too. */
const sendUncompared = async (csv: string, dry_run: boolean, languages: string) =>
  testApp.app.request(findingsOf(turbine, '/import'), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${operator.token}`,
      'Content-Type': 'application/json',
      'Accept-Language': languages,
    },
    body: JSON.stringify({ csv, distances_from: 'root', dry_run }),
  })

/** The processor time of this thread for an import, in milliseconds. */
async function workOf(...request: Parameters<typeof sendUncompared>): Promise<number> {
  const before = process.threadCpuUsage()
  await sendUncompared(...request)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

describe('two thousand refused lines', () => {
  it.each([
    ['with three wrong cells', ['blade', 'side', 'type']],
    ['with wrong cells in all columns', CHECKED_COLUMNS],
  ])('%s are answered in pieces, and the languages are read once', async (_, columns) => {
    const csv = wrongLines(columns, 2000)
    // The first time, the code is compiled.
    await sendUncompared(wrongLines(columns, 200), true, 'en')
    for (const dry_run of [true, false]) {
      const longest = new LongestWork()
      const work = await workOf(csv, dry_run, 'en')
      expect(await longest.end()).toBeLessThan(work / 2)
      expect(await workOf(csv, dry_run, 'en;q=0.5,'.repeat(1000))).toBeLessThan(3 * work)
    }
  })
})

it('lists the first remarks of a line and counts the others, in both lists of the answer', async () => {
  const { refused, lines } = await importTable(wrongLines(CHECKED_COLUMNS, 2), { dry_run: true })
  const more = CHECKED_COLUMNS.length - LINE_REMARKS_MAX
  for (const [index, { issues, more_issues }] of refused.entries()) {
    expect(issues.map(({ column }) => column)).toEqual(CHECKED_COLUMNS.slice(0, LINE_REMARKS_MAX))
    expect(more_issues).toBe(more)
    expect(lines[index]).toMatchObject({ remarks: issues, more_remarks: more })
  }
  expect(refused).toHaveLength(2)
})

it('writes each sentence in the language of its request', async () => {
  const body = { csv: wrongLines(['blade', 'side', 'type'], 2), distances_from: 'root', dry_run: true }
  for (const [language, words] of Object.entries({ tr, en })) {
    const answer = await operator.json('POST', findingsOf(turbine, '/import'), body, {
      'Accept-Language': language,
    })
    const { data } = await answer.json()
    for (const { remarks } of data.lines) {
      expect(remarks.map(({ message }: { message: string }) => message)).toEqual([
        words.issues.invalid,
        words.issues.invalid,
        words.issues.invalid_finding_type,
      ])
    }
  }
})
