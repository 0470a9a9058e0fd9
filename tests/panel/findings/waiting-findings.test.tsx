import { flushSync } from 'react-dom'
import { createBrowserRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { Turbine } from '#domain/turbine.ts'
import { newValues } from '#panel/findings/finding-values.ts'
import { MarkTags } from '#panel/findings/marks/mark-tags.tsx'
import { MarkingProvider, useMarking } from '#panel/findings/marks/marking.tsx'
import { useDraftActions } from '#panel/findings/marks/use-draft-actions.ts'
import { usePhotoMarks } from '#panel/findings/marks/use-photo-marks.ts'
import { NO_WORK, newKey } from '#panel/findings/outbox/marking-work.ts'
import { UnsavedFindings } from '#panel/findings/waiting/unsaved-findings.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const PHOTO = { id: 17, blade: 'A' as const, room: '3' as const, originalName: 'a.jpg' }
const TURBINE = { id: 4, company_id: 3 } as Turbine
const SHAPE: FindingShape = { on: 'image', kind: 'point', points: [[0.1, 0.5]] }

/** What the server says to a finding: no answer, a refusal, or the finding, for which it may wait until `answer` is called. */
let line: 'cut' | 'refusing' | 'open' | 'held'
/** The findings that were sent, and those that the server has made. */
let sent: { text: string; key: string | null; answer: () => void }[]
let made: Map<string | null, string>
let now: ReturnType<typeof useOpenPhoto>
let screen: ReturnType<typeof openScreen>

function useOpenPhoto() {
  const shown = usePhotoMarks(PHOTO)
  return { marking: useMarking(), shown, actions: useDraftActions(shown) }
}

function OpenPhoto() {
  now = useOpenPhoto()
  const { marks, open } = now.shown
  return (
    <>
      <MarkTags marks={marks} openKey={open?.key} photo={PHOTO} onOpen={now.actions.open} />
      <UnsavedFindings onOpenPhoto={() => {}} />
    </>
  )
}

function open() {
  const photo = (
    <MarkingProvider turbine={TURBINE}>
      <OpenPhoto />
    </MarkingProvider>
  )
  return openScreen(callerOf(), photo, createBrowserRouter)
}

beforeEach(() => {
  line = 'cut'
  sent = []
  made = new Map()
  const told: Finding[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    if (init.method !== 'POST') return Response.json({ data: told })
    const { text } = JSON.parse(String(init.body)) as { text: string }
    const key = new Headers(init.headers).get('Idempotency-Key')
    const { promise, resolve: answer } = Promise.withResolvers<void>()
    sent.push({ text, key, answer })
    const refusal = { success: false, error: 'photo_not_found', message: 'Fotoğraf silinmiş.' }
    if (line === 'refusing') return Response.json(refusal, { status: 404 })
    made.set(key, text)
    // The server has it, but the answer is lost.
    if (line === 'cut') throw new TypeError('Failed to fetch')
    const data = answeredFinding(30 + made.size, { turbine_id: 4, photo_id: 17, shape: SHAPE, text })
    if (line === 'held') await promise
    told.push(data)
    return Response.json({ success: true, data }, { status: 201 })
  })
  screen = open()
})

/** Draws a finding, types this text and keeps it. */
async function keep(text: string): Promise<number> {
  const key = newKey()
  const values = { ...newValues(PHOTO), type: 'le-erosion', side: 'LE' as const, text }
  now.marking.change({ do: 'begin', draft: { key, photoId: 17, shape: SHAPE, values } })
  await expect.poll(() => now.shown.open?.key).toBe(key)
  if (!now.shown.open) throw new Error('The form is not open')
  expect(now.actions.keep(now.shown.open)).toBeUndefined()
  if (line === 'held') await expect.poll(() => now.shown.open).toBeUndefined()
  return key
}

const statuses = () => now.marking.work.drafts.map(({ status }) => status)

it('keeps findings that were saved without a connection over a reload, and sends each of them with one key', async () => {
  await keep('first')
  await expect.poll(statuses).toEqual(['waiting'])
  await keep('second')
  await expect.poll(statuses).toEqual(['waiting', 'waiting'])
  await expect.poll(() => document.body.textContent).toContain('2 bulgu bekliyor')
  screen.close()
  line = 'open'
  screen = open()
  await expect.poll(() => now.marking.work).toBe(NO_WORK)
  expect([...made.values()].sort()).toEqual(['first', 'second'])
  expect(sent.length).toBeGreaterThan(2)
})

it('does not open a finding that waits, because the server may have it already', async () => {
  await keep('first')
  await expect.poll(statuses).toEqual(['waiting'])
  const [draft] = now.marking.work.drafts
  now.actions.open(draft?.key ?? 0)
  expect(now.shown.open).toBeUndefined()
})

it('leaves what waits when the user agrees to leave the rest', async () => {
  await keep('first')
  await expect.poll(statuses).toEqual(['waiting'])
  const key = newKey()
  now.marking.change({ do: 'begin', draft: { key, photoId: 17, shape: SHAPE, values: newValues(PHOTO) } })
  now.marking.change({ do: 'drop unsent' })
  await expect.poll(statuses).toEqual(['waiting'])
})

it('says why a finding was refused, and loses nothing of it', async () => {
  line = 'refusing'
  await keep('first')
  await expect.poll(() => document.body.textContent).toContain('Fotoğraf silinmiş.')
  expect(now.marking.work.drafts).toMatchObject([
    { values: { text: 'first' }, failure: 'Fotoğraf silinmiş.' },
  ])
})

it('does not open the form of a new finding while it is sent, so that nothing typed there is lost', async () => {
  line = 'held'
  const key = await keep('Delik')
  const tag = document.querySelector<HTMLElement>(`[data-mark-tag="${key}"]`)
  // All that a click changes is on the screen after it.
  flushSync(() => tag?.click())
  expect(tag).not.toBeNull()
  expect(now.shown.open).toBeUndefined()
  sent[0]?.answer()
  await expect.poll(() => now.marking.work).toBe(NO_WORK)
  expect(sent.map(({ text }) => text)).toEqual(['Delik'])
})

it('sends one finding after the other, and forgets none that was saved when the user leaves the rest', async () => {
  line = 'held'
  await keep('first')
  await expect.poll(() => sent.length).toBe(1)
  // The user leaves the turbine and agrees to lose what is not saved.
  now.marking.change({ do: 'drop unsent' })
  await keep('second')
  expect(now.marking.work.drafts).toMatchObject([{ status: 'sending' }, { status: 'sending' }])
  sent[0]?.answer()
  await expect.poll(() => sent.map(({ text }) => text)).toEqual(['first', 'second'])
  await expect.poll(() => now.shown.findings.map(({ text }) => text)).toContain('first')
  expect(now.marking.work.drafts).toMatchObject([{ status: 'sending', values: { text: 'second' } }])
  sent[1]?.answer()
  await expect.poll(() => now.marking.work).toBe(NO_WORK)
})
