import { expect, it, vi } from 'vitest'
import type { Finding } from '#domain/findings/finding.ts'
import { StatusChoice } from '#panel/findings/detail/status-choice.tsx'
import { answeredFinding } from '../../support/answered-finding.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const ADA = callerOf()
const READ = answeredFinding(4, { revision: 1 })

/** What was sent: the revision and the fields. */
let sent: { revision: string | null; fields: object }[]

/** Shows the finding as it was read, with a server on which somebody else has changed it since. */
function open(others: Partial<Finding>) {
  sent = []
  const stored = { ...READ, ...others, revision: 2 }
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit = {}) => {
    if (init.method !== 'PUT') return Response.json({ success: true, data: [] })
    const revision = new Headers(init.headers).get('If-Match')
    const fields = JSON.parse(String(init.body)) as object
    sent.push({ revision, fields })
    if (revision === '"2"')
      return Response.json({ success: true, data: { ...stored, ...fields, revision: 3 }, unlinked: [] })
    const authors = [{ field: 'status', user_name: 'Öteki Kişi', at: '2026-11-21T09:30:00.000Z' }]
    const refused = { success: false, error: 'stale_revision', message: 'x', data: stored, authors }
    return Response.json(refused, { status: 409 })
  })
  const turbine = answeredTurbine(1, { company_id: ADA.company_id })
  openScreen(ADA, <StatusChoice turbine={turbine} finding={READ} />)
}

function choose(status: string) {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === status)
  label?.querySelector('input')?.click()
}

const shown = () => document.body.textContent ?? ''

it('does not overwrite the status that somebody else has chosen since, and says which and who', async () => {
  open({ status: 'repaired' })
  choose('İzleniyor')
  await vi.waitUntil(() => shown().includes('Bulgu kaydedilemedi'))
  expect(sent).toEqual([{ revision: '"1"', fields: { status: 'monitored' } }])
  expect(shown()).toMatch(/Bu bulguyu bu arada başkası değiştirdi: Durum: Onarıldı \(Öteki Kişi, /)
  expect(shown()).toContain('Durumu yine de değiştirmek istiyorsanız yeniden seçin.')
})

it('changes the status if somebody else has changed another field since', async () => {
  open({ text: 'Theirs' })
  choose('İzleniyor')
  await vi.waitUntil(() => sent.length === 2)
  expect(sent).toEqual([
    { revision: '"1"', fields: { status: 'monitored' } },
    { revision: '"2"', fields: { status: 'monitored' } },
  ])
  expect(shown()).not.toContain('Bulgu kaydedilemedi')
})
