import { beforeEach, expect, it, vi } from 'vitest'
import type { SpherePose } from '#domain/pictures/sphere-pose.ts'
import { AsPhotographedButton } from '#panel/panorama/as-photographed-button.tsx'
import { areLevelled, setLevelled } from '#panel/panorama/level-choice.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { WHOLE_SPHERE } from '../../support/files/whole-sphere.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

beforeEach(() => setLevelled(true))

/** Shows the button beside photos whose cameras were held so. */
function openButton(...poses: (SpherePose | null)[]) {
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const [, id] = /photos\/(\d+)\/panorama/.exec(request instanceof Request ? request.url : request) ?? []
    const panorama = { ...WHOLE_SPHERE, levels: [{ width: 4096, height: 2048, columns: 8, rows: 4 }] }
    return Response.json({ success: true, panorama: { ...panorama, pose: poses[Number(id) - 1] ?? null } })
  })
  return openScreen(
    callerOf(),
    <AsPhotographedButton turbineId={4} photoIds={poses.map((_, index) => index + 1)} />,
  )
}

it.each([
  ['tr', 'Çekildiği gibi'],
  ['en', 'As photographed'],
] as const)('a sphere that was not held level can be shown as photographed (%s)', async (language, name) => {
  await chooseLanguage(language)
  openButton(null, { pitch: 17, roll: -30 })
  await expect.poll(() => buttons(name).length).toBe(1)
  const isPressed = () => buttons(name)[0]?.getAttribute('aria-pressed')
  expect(isPressed()).toBe('false')
  click(name)
  expect(isPressed()).toBe('true')
  expect(areLevelled.value).toBe(false)
  expect(localStorage.getItem('kanat.panorama-level')).toBe('photographed')
})

it('is not offered for spheres that were held level', async () => {
  const { queryClient } = openButton(null, null)
  const answers = () => queryClient.getQueriesData({}).filter(([, data]) => data !== undefined)
  await expect.poll(() => answers().length).toBe(2)
  expect(document.querySelector('button[aria-pressed]')).toBeNull()
})
