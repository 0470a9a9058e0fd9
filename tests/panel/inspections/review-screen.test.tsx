/** The review screen shows what the next key is about, whatever others do meanwhile. */
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import ReviewScreen from '#panel/inspections/review/review-screen.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const BY_OTHER = {
  id: 90,
  finding_id: 31,
  decision: 'accepted',
  at: '2026-11-22T10:00:00.000Z',
  user_id: 8,
  user_name: 'Bora Su',
}
const NUMBERS = { 31: 'A-LE-031', 32: 'A-LE-032' }
let decided: object[]
let sent: object[]

beforeEach(() => {
  decided = []
  sent = []
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)))
    if (url.includes('/reviews')) return Response.json({ success: true, data: decided })
    const findings = [31, 32].map((id) =>
      answeredFinding(id, { year: 2026, severity: 3, number: NUMBERS[id as 31 | 32] }),
    )
    return Response.json({ success: true, data: url.includes('/findings') ? findings : [] })
  })
})

/** Opens the review. @returns what asks again for what others have decided */
async function open(): Promise<() => Promise<unknown>> {
  const mount = vi.spyOn(QueryClient.prototype, 'mount')
  openScreen(
    callerOf({ role: 'admin' }),
    <ReviewScreen
      inspected={{ turbineId: 4, year: 2026 }}
      name="T04"
      startId={undefined}
      keepPlace={async () => {}}
      onClose={() => {}}
    />,
  )
  await vi.waitFor(() => expect(shown()).toContain(NUMBERS[31]))
  return () => Promise.all(mount.mock.contexts.map((client) => (client as QueryClient).refetchQueries()))
}

const shown = () => document.querySelector('h3')?.textContent
const screen = () => document.querySelector('[data-whole-screen]')
const field = () => document.querySelector('textarea')
const question = () => document.querySelector('[role=alertdialog]')
const press = (key: string) =>
  screen()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

it('stays at a finding about which somebody else decides, and asks before Enter replaces that', async () => {
  const poll = await open()
  decided = [BY_OTHER]
  await poll()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Bora Su'))
  expect(shown()).toContain(NUMBERS[31])
  press('Enter')
  await vi.waitFor(() => expect(question()).not.toBeNull())
  expect(sent).toEqual([])
})

it('keeps the field of a remark at its finding', async () => {
  const poll = await open()
  press('g')
  await vi.waitFor(() => expect(field()).not.toBeNull())
  decided = [BY_OTHER]
  await poll()
  await vi.waitFor(() => expect(document.body.textContent).toContain('Bora Su'))
  expect(shown()).toContain(NUMBERS[31])
  expect(field()).not.toBeNull()
  press('ArrowDown')
  await vi.waitFor(() => expect(shown()).toContain(NUMBERS[32]))
  expect(field()).toBeNull()
})
