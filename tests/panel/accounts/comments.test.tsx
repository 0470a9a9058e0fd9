import { expect, it, vi } from 'vitest'
import { COMMENT_EDIT_WINDOW_MS, COMMENT_MAX_LENGTH, COMMENT_TYPED_MAX_LENGTH } from '#domain/limits.ts'
import { endSession } from '#panel/session/stored-session.ts'
import { unsavedWork } from '#panel/ui/unsaved-work.ts'
import { buttons, callerOf, click, type } from '../panel-screen.tsx'
import {
  ADA,
  comment,
  edit,
  field,
  fields,
  NOW,
  open,
  page,
  serveComments,
  server,
} from './comment-screen.tsx'

serveComments()

/** Holds the answers to changes, as a slow line does. @returns a function that lets them through */
function holdChanges(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.held = promise
  return resolve
}

const changeButtons = () => ['Yorumu düzenle', 'Yorumu sil'].map((name) => buttons(name).length)
const addButton = () => buttons('Yorum ekle')[0] as HTMLButtonElement
const isOff = () => addButton().matches(':disabled, [aria-disabled]')

it('collapses a text of more than 100 characters, and expands it', async () => {
  const long = `${'a'.repeat(99)} ${'b'.repeat(10)}`
  server.stored = [comment(1, { comment: long }), comment(2, { comment: 'c'.repeat(100) })]
  await open()
  expect(page()).not.toContain('b')
  expect(page()).toContain('c'.repeat(100))
  expect(buttons('Devamını göster')).toHaveLength(1)
  click('Devamını göster')
  expect(page()).toContain(long)
  click('Daha az göster')
  expect(page()).not.toContain(long)
})

it('shows the newest 50 comments, and the older ones on request', async () => {
  server.stored = Array.from({ length: 60 }, (_, place) => comment(60 - place))
  await open()
  const shown = () => document.querySelectorAll('li').length
  expect(shown()).toBe(50)
  click('Daha eski 10 yorumu göster')
  expect(shown()).toBe(60)
})

it('hides the buttons of the author when the hour is over, without loading the list again', async () => {
  server.stored = [
    comment(1),
    comment(2, { created_at: new Date(NOW.getTime() - 30 * 60_000).toISOString() }),
    comment(3, { user_id: 8 }),
  ]
  await open()
  expect(changeButtons()).toEqual([2, 2])
  await vi.advanceTimersByTimeAsync(61_000)
  await vi.waitFor(() => expect(changeButtons()).toEqual([1, 1]))
  await vi.advanceTimersByTimeAsync(COMMENT_EDIT_WINDOW_MS)
  await vi.waitFor(() => expect(changeButtons()).toEqual([0, 0]))
  expect(server.lists).toBe(1)
})

it('keeps what was typed when the hour ends in edit mode, and does not send it', async () => {
  server.stored = [comment(1)]
  await open()
  edit('Daha iyi bir yorum')
  await vi.advanceTimersByTimeAsync(61_000)
  await vi.waitFor(() => expect(page()).toContain('Bir saatlik düzenleme süresi doldu.'))
  expect(fields()[1]?.value).toBe('Daha iyi bir yorum')
  expect(buttons('Kaydet')).toHaveLength(0)
  click('Düzenlemeyi kapat')
  expect(page()).toContain('Yorum 1')
})

it('lets a superadmin change every comment, and a viewer only read', async () => {
  server.stored = [comment(1, { user_id: null, created_at: '2020-01-01T00:00:00.000Z' })]
  let close = await open(callerOf({ id: 1, role: 'superadmin', company_id: 999 }))
  expect(buttons('Yorumu sil')).toHaveLength(1)
  close()
  server.stored = [comment(1)]
  close = await open(callerOf({ role: 'viewer' }))
  expect([buttons('Yorumu sil').length, fields().length]).toEqual([0, 0])
  close()
  server.stored = []
  close = await open(callerOf({ role: 'viewer' }))
  expect(page()).toContain('Henüz yorum yokBu türbin için yazılan yorumlar burada görünür.')
})

it('takes comments of 10,000 characters, and no longer ones', async () => {
  await open()
  type(field(), 'x'.repeat(COMMENT_MAX_LENGTH))
  expect([page().includes('/10'), isOff()]).toEqual([false, false])
  type(field(), 'x'.repeat(COMMENT_MAX_LENGTH + 1))
  expect(page()).toContain('Yorum en fazla 10.000 karakter olabilir.')
})

it('counts the characters in the 360° viewer, and sends neither a blank nor a too long comment', async () => {
  await open(ADA, COMMENT_TYPED_MAX_LENGTH)
  expect([page().includes('0/500'), isOff()]).toEqual([true, true])
  type(field(), ' \n ')
  expect([page().includes('0/500'), isOff()]).toEqual([true, true])
  type(field(), 'x'.repeat(COMMENT_TYPED_MAX_LENGTH))
  expect([page().includes('500/500'), isOff()]).toEqual([true, false])
  type(field(), 'x'.repeat(COMMENT_TYPED_MAX_LENGTH + 1))
  expect([page().includes('501/500'), isOff()]).toEqual([true, true])
})

it('keeps the text of a comment that could not be added, and adds it with the next try', async () => {
  await open()
  type(field(), '  Kanat ucunda çizik  ')
  server.refusal = { status: 503, message: 'Yer kalmadı.' }
  click('Yorum ekle')
  await vi.waitFor(() => expect(page()).toContain('Yorum eklenemediYer kalmadı.'))
  expect(field().value).toBe('  Kanat ucunda çizik  ')
  server.refusal = undefined
  click('Yorum ekle')
  await vi.waitFor(() => expect(server.stored.map(({ comment }) => comment)).toEqual(['Kanat ucunda çizik']))
  expect(field().value).toBe('')
  await vi.waitFor(() => expect(unsavedWork.value).toBeNull())
})

it('lets the next comment be typed while one is sent, also when the panel was closed, and sends one at a time', async () => {
  await open()
  type(field(), 'Birinci')
  const release = holdChanges()
  click('Yorum ekle')
  expect([field().value, page().includes('Gönderiliyor: Birinci')]).toEqual(['', true])
  click('panel')
  click('panel')
  type(field(), 'İkinci')
  expect([page().includes('Gönderiliyor: Birinci'), isOff()]).toEqual([true, true])
  release()
  await vi.waitFor(() => expect(page()).not.toContain('Gönderiliyor'))
  expect(field().value).toBe('İkinci')
  expect(server.stored.map(({ comment }) => comment)).toEqual(['Birinci'])
})

it('puts a comment that failed back before what was typed in the meantime', async () => {
  await open()
  type(field(), 'Birinci')
  const release = holdChanges()
  click('Yorum ekle')
  type(field(), 'İkinci')
  server.refusal = { status: 503, message: 'Yer kalmadı.' }
  click('panel')
  release()
  await vi.waitFor(() => expect(unsavedWork.value).toBe('changes'))
  click('panel')
  await vi.waitFor(() => expect(field().value).toBe('Birinci\nİkinci'))
})

it.each(['stays open', 'was closed'])(
  'sends one edit of a comment at a time, and keeps what is typed meanwhile, when the panel %s',
  async (panel) => {
    server.stored = [comment(9)]
    await open()
    edit('Birinci')
    const release = holdChanges()
    click('Kaydet')
    for (let times = 0; panel === 'was closed' && times < 2; times += 1) click('panel')
    type(fields()[1] as HTMLTextAreaElement, 'İkinci')
    expect(buttons('Kaydet')[0]?.disabled).toBe(true)
    release()
    await vi.waitFor(() => expect(buttons('Kaydet')[0]?.disabled).toBe(false))
    expect(fields()[1]?.value).toBe('İkinci')
  },
)

it('shows a failed edit and a failed deletion, and loads the list again', async () => {
  server.stored = [comment(1)]
  await open()
  server.refusal = { status: 403, message: 'Yetkiniz yok.' }
  edit('Yeni metin')
  click('Kaydet')
  await vi.waitFor(() => expect(page()).toContain('Yorum güncellenirken hata oluştuYetkiniz yok.'))
  await vi.waitFor(() => expect(server.lists).toBe(2))
  expect(fields()[1]?.value).toBe('Yeni metin')
  click('İptal')
  click('Yorumu sil')
  expect(page()).toContain('Bu yorumu silmek istediğinizden emin misiniz?')
  click('Yorumu sil', -1)
  await vi.waitFor(() => expect(page()).toContain('Yorum silinirken hata oluştuYetkiniz yok.'))
  await vi.waitFor(() => expect(server.lists).toBe(3))
})

it('keeps what is typed while the panel is closed and after the session was lost', async () => {
  server.stored = [comment(1)]
  const close = await open()
  type(field(), 'Yarım kalan')
  edit('Değişen')
  expect(unsavedWork.value).toBe('changes')
  click('panel')
  expect(unsavedWork.value).toBe('changes')
  click('panel')
  expect(fields().map(({ value }) => value)).toEqual(['Yarım kalan', 'Değişen'])
  endSession('expired')
  close()
  await open()
  await vi.waitFor(() => expect(fields().map(({ value }) => value)).toEqual(['Yarım kalan', 'Değişen']))
})

it('ends the edit mode of a comment that somebody else has deleted, and keeps the text in the field for a new one', async () => {
  server.stored = [comment(1), comment(2)]
  await open()
  edit('Değişen')
  server.stored = [comment(2)]
  click('panel')
  click('panel')
  await vi.waitFor(() => expect(fields()).toHaveLength(1))
  expect(field().value).toBe('Değişen')
})
