import { expect, it, vi } from 'vitest'
import ImportDialog from '#panel/findings/import/import-dialog.tsx'
import { keepValue } from '#panel/session/kept-values.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const VIEWER = callerOf({ role: 'superadmin' })
const RESULT = { accepted: 2, known: 0, refused: [], lines: [], ignored_columns: [] }
const HTML = '<html><body>502 Bad Gateway</body></html>'

it.each([
  ['an error of the server', () => new Response('', { status: 500 })],
  ['the page of a proxy', () => new Response(HTML, { headers: { 'Content-Type': 'text/html' } })],
  ['an empty body', () => new Response('')],
  ['JSON that is cut', () => new Response('{"success":true,"da')],
])('says a sentence and checks the file again after %s', async (_, fail) => {
  let answer: () => Response = fail
  vi.stubGlobal('fetch', async () => answer())
  keepValue(`${VIEWER.id}/finding-import/1`, { file: { name: 'a.csv', csv: 'blade' }, distancesFrom: 'root', hubRadius: 2 }) // biome-ignore format: one line
  openScreen(VIEWER, <ImportDialog turbineId={1} onClose={() => {}} />)
  await vi.waitUntil(() => buttons('Tekrar Dene').length === 1)
  expect(document.querySelector('[role="alert"]')?.textContent).toMatch(/\w/)

  answer = () => Response.json({ success: true, data: RESULT })
  click('Tekrar Dene')
  await vi.waitUntil(() => buttons('Tekrar Dene').length === 0)
  await vi.waitUntil(() => document.body.textContent?.includes('2 bulgu'))
  expect(document.querySelector('[role="alert"]')).toBeNull()
})
