// @vitest-environment happy-dom
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Comment } from '#domain/comment.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { CommentPanel } from '#panel/comments/comment-panel.tsx'
import { forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { endSession } from '#panel/session/stored-session.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { click, openScreen, type, viewerOf } from '../panel-screen.tsx'

const ADA = viewerOf()
const turbine = answeredTurbine(4, { company_id: ADA.company_id })

let stored: Comment[]
/** What the server answers to a change; undefined if it accepts it. */
let refusal: { status: number; message: string } | undefined
let close = () => {}

beforeEach(() => {
  stored = []
  refusal = undefined
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET', body }: RequestInit) => {
    if (method === 'GET') return Response.json({ success: true, data: stored })
    const { status = 0, message } = refusal ?? {}
    if (status > 0) return Response.json({ success: false, error: 'forbidden', message }, { status })
    const data = comment(100 + stored.length, JSON.parse(String(body)))
    stored = [data, ...stored]
    return Response.json({ success: true, data }, { status: 201 })
  })
})
afterEach(async () => {
  close()
  await forgetStoredWork(ADA.id)
  vi.unstubAllGlobals()
})

function comment(id: number, fields: Partial<Comment> = {}): Comment {
  const at = new Date().toISOString()
  return {
    id,
    user_id: ADA.id,
    user_name: 'Ada Yel',
    comment: `Yorum ${id}`,
    finding_id: null,
    finding_number: null,
    audience: 'all',
    created_at: at,
    updated_at: at,
    ...fields,
  }
}

/** A screen that keeps the drafts while its panel is closed. */
function Screen() {
  const [isOpen, setOpen] = useState(true)
  return (
    <CommentDraftsProvider turbineId={turbine.id}>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        panel
      </button>
      {isOpen && <CommentPanel turbine={turbine} />}
    </CommentDraftsProvider>
  )
}

async function open(viewer = ADA) {
  ;({ close } = openScreen(viewer, <Screen />))
  await vi.waitFor(() => expect(document.querySelector('[role=status]')).toBeNull())
}
const page = () => document.body.textContent ?? ''
const fields = () => [...document.querySelectorAll('textarea')]
const field = () => fields()[0] as HTMLTextAreaElement
const audience = (name: string) =>
  [...document.querySelectorAll('label')]
    .find((label) => label.textContent === name)
    ?.querySelector<HTMLInputElement>('input')

it('sends a comment to everybody, or to the team alone, and is for everybody again afterwards', async () => {
  await open()
  expect([audience('Herkes')?.checked, audience('Ekip')?.checked]).toEqual([true, false])
  type(field(), 'Herkese')
  click('Yorum ekle')
  await vi.waitFor(() => expect(stored).toHaveLength(1))
  await vi.waitFor(() => expect(page()).not.toContain('Gönderiliyor'))
  audience('Ekip')?.click()
  type(field(), 'Ekibe')
  click('Yorum ekle')
  await vi.waitFor(() => expect(stored).toHaveLength(2))
  expect(stored.map(({ audience }) => audience)).toEqual(['team', 'all'])
  await vi.waitFor(() => expect(audience('Herkes')?.checked).toBe(true))
  expect(page().match(/Yalnızca ekip(?=.*Ekibe)/g)).toHaveLength(1)
})

it('keeps a comment for the team when it could not be added, and after the session was lost', async () => {
  await open()
  audience('Ekip')?.click()
  type(field(), 'Ekibe')
  refusal = { status: 503, message: 'Yer kalmadı.' }
  click('Yorum ekle')
  await vi.waitFor(() => expect(page()).toContain('Yorum eklenemedi'))
  expect([field().value, audience('Ekip')?.checked]).toEqual(['Ekibe', true])
  endSession('expired')
  close()
  await open()
  await vi.waitFor(() => expect([field().value, audience('Ekip')?.checked]).toEqual(['Ekibe', true]))
})

it('keeps the changed text of a deleted comment of the team for the team', async () => {
  stored = [comment(1, { audience: 'team' })]
  await open()
  click('Yorumu düzenle')
  type(fields()[1] as HTMLTextAreaElement, 'Değişen')
  stored = [comment(2)]
  click('panel')
  click('panel')
  await vi.waitFor(() => expect(field().value).toBe('Değişen'))
  expect(audience('Ekip')?.checked).toBe(true)
})

it('never offers customers who reads a comment, and sends theirs to everybody', async () => {
  await open(viewerOf({ role: 'customer' }))
  expect([audience('Ekip'), audience('Herkes')]).toEqual([undefined, undefined])
  type(field(), 'Soru')
  click('Yorum ekle')
  await vi.waitFor(() => expect(stored.map(({ audience }) => audience)).toEqual(['all']))
})
