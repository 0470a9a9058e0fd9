import { expect, it, vi } from 'vitest'
import { endSession } from '#panel/session/stored-session.ts'
import { callerOf, click, type } from '../panel-screen.tsx'
import { comment, edit, field, open, page, serveComments, server } from './comment-screen.tsx'

serveComments()

const audience = (name: string) =>
  [...document.querySelectorAll('label')]
    .find((label) => label.textContent === name)
    ?.querySelector<HTMLInputElement>('input')

it('sends a comment to everybody, or to the team alone, and is for everybody again afterwards', async () => {
  await open()
  expect([audience('Herkes')?.checked, audience('Ekip')?.checked]).toEqual([true, false])
  type(field(), 'Herkese')
  click('Yorum ekle')
  await vi.waitFor(() => expect(server.stored).toHaveLength(1))
  await vi.waitFor(() => expect(page()).not.toContain('Gönderiliyor'))
  audience('Ekip')?.click()
  type(field(), 'Ekibe')
  click('Yorum ekle')
  await vi.waitFor(() => expect(server.stored).toHaveLength(2))
  expect(server.stored.map(({ audience }) => audience)).toEqual(['team', 'all'])
  await vi.waitFor(() => expect(audience('Herkes')?.checked).toBe(true))
  expect(page().match(/Yalnızca ekip(?=.*Ekibe)/g)).toHaveLength(1)
})

it('keeps a comment for the team when it could not be added, and after the session was lost', async () => {
  const close = await open()
  audience('Ekip')?.click()
  type(field(), 'Ekibe')
  server.refusal = { status: 503, message: 'Yer kalmadı.' }
  click('Yorum ekle')
  await vi.waitFor(() => expect(page()).toContain('Yorum eklenemedi'))
  expect([field().value, audience('Ekip')?.checked]).toEqual(['Ekibe', true])
  endSession('expired')
  close()
  await open()
  await vi.waitFor(() => expect([field().value, audience('Ekip')?.checked]).toEqual(['Ekibe', true]))
})

it('keeps the changed text of a deleted comment of the team for the team', async () => {
  server.stored = [comment(1, { audience: 'team' })]
  await open()
  edit('Değişen')
  server.stored = [comment(2)]
  click('panel')
  click('panel')
  await vi.waitFor(() => expect(field().value).toBe('Değişen'))
  expect(audience('Ekip')?.checked).toBe(true)
})

it('never offers customers who reads a comment, and sends theirs to everybody', async () => {
  await open(callerOf({ role: 'customer' }))
  expect([audience('Ekip'), audience('Herkes')]).toEqual([undefined, undefined])
  type(field(), 'Soru')
  click('Yorum ekle')
  await vi.waitFor(() => expect(server.stored.map(({ audience }) => audience)).toEqual(['all']))
})
