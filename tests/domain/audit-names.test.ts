import { expect, it } from 'vitest'
import { AuditRecordKind, recordNameOf, turbineBeside } from '#domain/audit.ts'

const entry = (record_kind: AuditRecordKind, record_name: string, turbine_name = 'T01') => ({
  record_kind,
  record_name,
  turbine_name,
})
const shown = (one: ReturnType<typeof entry>) => [turbineBeside(one), recordNameOf(one)]

it('names the turbine beside every record of a turbine, and each name once', () => {
  for (const kind of AuditRecordKind.options) {
    const [beside, name] = shown(entry(kind, 'B-LE-006'))
    expect([kind, `${beside} ${name}`]).toEqual([kind, expect.stringContaining('T01')])
    expect([kind, name?.includes(beside ?? '') && beside !== '']).toEqual([kind, false])
  }
  expect(shown(entry('finding', 'B-LE-006'))).toEqual(['T01', 'B-LE-006'])
  expect(shown(entry('inspection', '2026'))).toEqual(['T01', '2026'])
  expect(shown(entry('turbine', 'T01'))).toEqual(['', 'T01'])
})

it('names nothing beside a record that belongs to no turbine', () => {
  expect(shown(entry('user', 'Ada Yel', ''))).toEqual(['', 'Ada Yel'])
})
