import { expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit.ts'
import { groupEntries } from '#panel/audit/group-entries.ts'

let ids = 0

/** An entry at a time in Istanbul. */
function entry(time: string, named: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: ++ids,
    at: new Date(`${time}+03:00`).toISOString(),
    user_id: 1,
    user_name: 'Ada Yel',
    user_email: '',
    action: 'photo.add',
    record_kind: 'photo',
    record_id: '1',
    record_name: '',
    record_exists: true,
    turbine_id: 4,
    turbine_name: '',
    turbine_exists: true,
    changed: [],
    moved: null,
    reassigned: null,
    address: '',
    ...named,
  }
}

const sizes = (entries: AuditEntry[]) =>
  groupEntries(entries, 'Europe/Istanbul').map(({ lines }) => lines.map((line) => line.entries.length))

it('has one line for the uploads of a user on a day, at the position of the newest upload', () => {
  const days = [
    entry('2026-11-21T15:00'),
    entry('2026-11-21T14:00', { action: 'comment.add' }),
    entry('2026-11-21T13:00', { user_id: 2 }),
    entry('2026-11-21T12:00'),
    entry('2026-11-21T11:00', { action: 'report.add' }),
    entry('2026-11-20T23:59'),
  ]
  expect(sizes(days)).toEqual([[2, 1, 1, 1], [1]])
})

it('begins a day at midnight in the time zone of the company, and groups only uploads', () => {
  const days = [
    entry('2026-11-21T00:00', { action: 'session.open' }),
    entry('2026-11-20T23:59', { action: 'session.open' }),
    entry('2026-11-20T23:58', { action: 'session.open' }),
  ]
  expect(sizes(days)).toEqual([[1], [1, 1]])
  expect(groupEntries([], 'Europe/Istanbul')).toEqual([])
})

it('groups the moves of photos apart from the uploads', () => {
  const moved = { action: 'photo.move' as const }
  const times = ['2026-11-21T12:00', '2026-11-21T11:00', '2026-11-21T10:00']
  expect(sizes([entry(times[0] ?? '', moved), entry(times[1] ?? ''), entry(times[2] ?? '', moved)])).toEqual([
    [2, 1],
  ])
})
