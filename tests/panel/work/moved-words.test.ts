import { expect, it } from 'vitest'
import { movedWords, reassignedWords } from '#panel/audit/audit-words.ts'
import type { Text } from '#panel/words/use-text.ts'

const text = ((id: string, values?: object) => [id, ...Object.values(values ?? {})].join(' ')) as Text

it('says of a moved photo where it was and where it is, as far as both differ', () => {
  const from = { category: 'blade', blade: 'A', room: '3', year: 2026 } as const
  expect(movedWords(text, { from, to: { ...from, year: 2025 } })).toBe('2026 → 2025')
  expect(movedWords(text, { from, to: { ...from, category: 'drone', blade: null, room: null } })).toBe(
    'category.blade · photos.blade A · Tip-WW → category.drone · photos.bladeless · move.noRoom',
  )
})

it('says of a user which role and company changed, and names no company that the reader does not see', () => {
  const from = { role: 'operator', company_id: 1, company_name: 'Bora Enerji' } as const
  expect(reassignedWords(text, { from, to: { ...from, role: 'admin' } })).toBe('role.operator → role.admin')
  const hidden = { role: 'admin', company_id: null, company_name: '' } as const
  expect(reassignedWords(text, { from, to: hidden })).toBe(
    'role.operator · Bora Enerji → role.admin · audit.otherCompany',
  )
})
