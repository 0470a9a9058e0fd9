import { expect, it, vi } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { readOf, saveFinding } from '#panel/findings/save-finding.ts'
import { ConflictError, type ReadRecord } from '#panel/frame/conflicts.ts'
import { answeredFinding } from '../../support/answered-finding.ts'

it('sends only the fields of the user also after a conflict, and sets nothing of the others back', async () => {
  const finding: Finding = { ...answeredFinding(5, { text: 'Old', severity: 2, count: 1 }), revision: 1 }
  // Somebody else has changed the text, as the user has, and the severity.
  const others = { ...finding, text: 'Theirs', severity: 4, revision: 2 }
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)))
    if (new Headers(init.headers).get('If-Match') === '"2"')
      return Response.json({ success: true, data: { ...others, text: 'Mine', revision: 3 }, unlinked: [] })
    const answer = { success: false, error: 'stale_revision', message: '', data: others, authors: [] }
    return Response.json(answer, { status: 412 })
  })
  const typed = { text: 'Mine', severity: 2 as const, count: 1 }
  let read: ReadRecord = readOf(finding)
  const save = () =>
    saveFinding({ turbineId: 4, id: 5 }, read, typed, (record) => {
      read = record
    })
  await expect(save()).rejects.toBeInstanceOf(ConflictError)
  // The user has seen the other text, and saves again.
  await save()
  expect(sent).toEqual([{ text: 'Mine' }, { text: 'Mine' }])
})
