import { expect, it, vi } from 'vitest'
import { ROLES } from '#domain/permissions.ts'
import { EmptyTurbine } from '#panel/turbine-page/empty-turbine.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const TURBINE = answeredTurbine(1)
const NOTHING = 'Bu türbin için henüz bir şey yüklenmemiş'
const UPLOADERS = ['superadmin', 'admin', 'company_manager', 'operator']

const shown = () => document.body.textContent ?? ''
const onUpload = vi.fn()

/** Opens the page of a turbine without photos whose lists of findings and reports are answered with these statuses. */
function open(
  role: (typeof ROLES)[number],
  companyId = TURBINE.company_id,
  statuses = { findings: 200, reports: 200 },
) {
  const answers = { findings: 0, reports: 0 }
  vi.stubGlobal('fetch', async (address: RequestInfo | URL) => {
    const list = String(address).includes('reports') ? 'reports' : 'findings'
    answers[list] += 1
    const status = statuses[list]
    return Response.json(
      status === 200
        ? { success: true, data: [] }
        : { success: false, error: 'internal_error', message: 'No.' },
      { status },
    )
  })
  const caller = callerOf({ role, company_id: companyId })
  openScreen(caller, <EmptyTurbine turbine={TURBINE} photos={[]} onUpload={onUpload} />)
  return answers
}

it.each(ROLES)('tells the next step of an empty turbine to those who may upload photos: %s', async (role) => {
  open(role)
  await vi.waitFor(() => expect(shown()).toContain(NOTHING))
  const uploads = UPLOADERS.includes(role)
  expect(shown().includes('Sıradaki adım')).toBe(uploads)
  expect(buttons('Fotoğraf yükle')).toHaveLength(uploads ? 1 : 0)
  if (uploads) click('Fotoğraf yükle')
  expect(onUpload).toHaveBeenCalledTimes(uploads ? 1 : 0)
  onUpload.mockClear()
})

it('offers no upload to the operator of another company', async () => {
  open('operator', TURBINE.company_id + 1)
  await vi.waitFor(() => expect(shown()).toContain(NOTHING))
  expect(buttons('Fotoğraf yükle')).toHaveLength(0)
})

it.each(['findings', 'reports'])('does not call a turbine empty whose %s cannot be read', async (failing) => {
  const answers = open('operator', TURBINE.company_id, { findings: 200, reports: 200, [failing]: 500 })
  await vi.waitFor(() => expect(answers).toEqual({ findings: 1, reports: 1 }))
  await vi.waitFor(() => expect(shown()).not.toContain(NOTHING))
})
