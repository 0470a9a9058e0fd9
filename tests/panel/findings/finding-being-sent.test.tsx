import { flushSync } from 'react-dom'
import { createBrowserRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import type { Turbine } from '#domain/turbine.ts'
import { NO_WORK, newKey } from '#panel/findings/drafts/marking-work.ts'
import { newValues } from '#panel/findings/finding-values.ts'
import { MarkTags } from '#panel/findings/marks/mark-tags.tsx'
import { MarkingProvider, useMarking } from '#panel/findings/marks/marking.tsx'
import { useDraftActions } from '#panel/findings/marks/use-draft-actions.ts'
import { usePhotoMarks } from '#panel/findings/marks/use-photo-marks.ts'
import { answeredFinding } from '../../support/answered-finding.ts'
import { openScreen, viewerOf } from '../panel-screen.tsx'

const PHOTO = { id: 17, blade: 'A' as const, room: '3' as const, originalName: 'a.jpg' }
const TURBINE = { id: 4, company_id: 3 } as Turbine
const SHAPE: FindingShape = { on: 'image', kind: 'point', points: [[0.1, 0.5]] }

/** The texts of the findings that were sent, and how to answer them. */
const sent: { text: string; answer: () => void }[] = []
let now: ReturnType<typeof useOpenPhoto>

function useOpenPhoto() {
  const shown = usePhotoMarks(PHOTO)
  return { marking: useMarking(), shown, actions: useDraftActions(shown) }
}

function OpenPhoto() {
  now = useOpenPhoto()
  const { marks, open } = now.shown
  return <MarkTags marks={marks} openKey={open?.key} photo={PHOTO} onOpen={now.actions.open} />
}

beforeEach(() => {
  sent.length = 0
  const stored: Finding[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    const headers = { 'Content-Type': 'application/json' }
    if (init.method !== 'POST') return new Response(JSON.stringify({ data: stored }), { headers })
    const { text } = JSON.parse(String(init.body)) as { text: string }
    const kept = answeredFinding(30 + sent.length, { turbine_id: 4, photo_id: 17, shape: SHAPE, text })
    return new Promise((resolve) => {
      const answer = () => {
        stored.push(kept)
        resolve(new Response(JSON.stringify({ data: kept }), { status: 201, headers }))
      }
      sent.push({ text, answer })
    })
  })
  open()
})

function open() {
  const photo = (
    <MarkingProvider turbine={TURBINE}>
      <OpenPhoto />
    </MarkingProvider>
  )
  return openScreen(viewerOf(), photo, createBrowserRouter)
}

/** Draws a finding, types this text and keeps it. */
async function keep(text: string): Promise<number> {
  const key = newKey()
  const values = { ...newValues(PHOTO), type: 'le-erosion', side: 'LE' as const, severity: 3 as const, text }
  now.marking.change({ do: 'begin', draft: { key, photoId: 17, shape: SHAPE, values } })
  await expect.poll(() => now.shown.open?.key).toBe(key)
  if (!now.shown.open) throw new Error('The form is not open')
  expect(now.actions.keep(now.shown.open)).toBeUndefined()
  await expect.poll(() => now.shown.open).toBeUndefined()
  return key
}

it('does not open the form of a new finding while it is sent, so that nothing typed there is lost', async () => {
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
