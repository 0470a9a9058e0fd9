/** What the import of findings asks about columns that it does not know. */
import { expect, it } from 'vitest'
import { readError } from '../../support/builders.ts'
import { importTable, listFindings, sendTable, setUpImport } from './import-setup.ts'

setUpImport()

const CSV = 'blade;side;type;Ernst;Inspector;Empty\nA;LE;oil;4;Ada;\nB;LE;oil;;Ada;'
const LEFT_OUT = { head: 'Inspector', column: null }

it('a dry run names the unknown columns with data, and what they may be', async () => {
  const { unknown_columns, free_columns, accepted } = await importTable(CSV, { dry_run: true })
  expect([accepted, unknown_columns]).toEqual([
    2,
    [
      { head: 'Ernst', example: '4' },
      { head: 'Inspector', example: 'Ada' },
    ],
  ])
  expect(free_columns).toContain('severity')
  expect(free_columns).not.toContain('blade')
})

it('a call without answers leaves them out, as before', async () => {
  expect(await importTable(CSV)).toMatchObject({
    accepted: 2,
    ignored_columns: ['Ernst', 'Inspector', 'Empty'],
  })
})

it('a call with answers needs one for each, and reads what they say', async () => {
  for (const columns of [[], [LEFT_OUT]])
    expect(await readError(await sendTable(CSV, { columns }))).toEqual([400, 'columns_unanswered'])
  expect(await listFindings()).toEqual([])
  const columns = [LEFT_OUT, { head: 'Ernst', column: 'severity' }]
  expect(await importTable(CSV, { columns })).toMatchObject({ accepted: 2, unknown_columns: [] })
  expect((await listFindings()).map(({ severity }) => severity)).toEqual([4, null])
})

it('asks for a required column only a caller who answers', async () => {
  const csv = 'blade;side;Kind\nA;LE;oil'
  expect(await readError(await sendTable(csv, { dry_run: true }))).toEqual([400, 'validation_failed'])
  expect(await importTable(csv, { dry_run: true, columns: [] })).toMatchObject({
    accepted: 0,
    lines: [],
    missing_columns: ['type'],
    unknown_columns: [{ head: 'Kind', example: 'oil' }],
  })
  const columns = [{ head: 'Kind', column: 'type' }]
  expect(await importTable(csv, { columns })).toMatchObject({ accepted: 1 })
})

it('asks nothing about the columns of our own file that an import does not read', async () => {
  const csv = 'Kanat;Yüzey;Tür;Son tarih;Yazan\nA;LE;oil;2026-12-01;Ada'
  expect((await importTable(csv, { dry_run: true })).unknown_columns).toEqual([])
})
