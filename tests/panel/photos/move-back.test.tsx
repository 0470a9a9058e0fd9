import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { useMovePhotos } from '#panel/photos/moving/use-move-photos.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const photo = (id: number) => ({ id, category: 'blade', blade: 'A', room: '3', year: 2026 }) as Photo

/** Moves two photos, one after the other. */
function Moves() {
  const { move, busy } = useMovePhotos(answeredTurbine(1))
  return [1, 2].map((id) => (
    <button
      type="button"
      key={id}
      disabled={busy}
      onClick={() => move({ photos: [photo(id)], change: { blade: 'B' } })}
    >{`Move ${id}`}</button>
  ))
}

beforeEach(() => chooseLanguage('en'))

it('undoes a move while the undo of another one is on its way', async () => {
  const back: number[][] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    const { photo_ids, blade } = JSON.parse(String(body))
    if (blade === 'A') {
      back.push(photo_ids)
      await new Promise(() => {})
    }
    return Response.json({ success: true, data: [], unlinked: [] })
  })
  openScreen(callerOf({ company_id: 1 }), <Moves />)
  click('Move 1')
  await expect.poll(() => buttons('Undo').length).toBe(1)
  await expect.poll(() => buttons('Move 2')[0]?.disabled).toBe(false)
  click('Move 2')
  await expect.poll(() => buttons('Undo').length).toBe(2)
  for (const undo of buttons('Undo')) undo.click()
  await expect.poll(() => back.flat().sort()).toEqual([1, 2])
})
