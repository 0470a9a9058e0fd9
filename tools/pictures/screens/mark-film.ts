import type { Locator } from '@playwright/test'
import type { Finding } from '../../../domain/findings/finding.ts'
import type { Photo } from '../../../domain/photo.ts'
import type { Language } from '../../../domain/text/language.ts'
import type { Film } from '../film.ts'
import { boxOf, type Scene } from './screen.ts'

/** The photo of a transverse crack with a scale beside it, and its finding, which says where the crack is. */
const SOURCE = { turbine: 1, finding: 17 }
/** An inspection that is still open. The photo and the finding are added to it for the film. */
const TURBINE = 4
const NAME = 'T04_B_R02_2026_0031.jpg'
/** The finding in one line, as it is typed. */
const LINES: Record<Language, string> = { tr: 'enine 3 ps 24,5 620', en: 'transverse 3 ps 24.5 620' }
const DRAG_STEPS = 14

/** Marking: a photo is opened, a crack is drawn, its line is typed and saved with Enter. */
export async function filmMarking(scene: Scene, film: Film): Promise<void> {
  const { page, language, call, load, upload } = scene
  const findings = await call<Finding[]>('GET', `/turbines/${SOURCE.turbine}/findings`)
  const source = findings.find(({ id }) => id === SOURCE.finding)
  const photos = await call<Photo[]>('GET', `/turbines/${SOURCE.turbine}/photos`)
  const shown = photos.find(({ id }) => id === source?.photo_id)
  if (!shown || source?.shape?.on !== 'image') throw new Error('The demo has no such finding.')
  const [from, to] = source.shape.points
  const photo = await upload(TURBINE, { blade: 'B', room: '2', year: '2026' }, NAME, await load(shown.url))
  try {
    await page.goto(`/dashboard/turbine/${TURBINE}?year=2026&section=blades`)
    const block = page.getByRole('region', { name: scene.text('photos.blade', { blade: 'B' }), exact: true })
    await block.getByRole('combobox').first().selectOption('2')
    const thumb = block.getByRole('button', { name: new RegExp(NAME) }).first()
    await thumb.scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    await film.show(900)
    const middle = await middleOf(thumb)
    await film.moveTo(middle)
    await film.show(350)
    await page.mouse.click(middle.x, middle.y)

    const picture = page.getByRole('dialog').getByAltText(new RegExp(NAME)).first()
    await picture.waitFor()
    await page.waitForTimeout(1500)
    await film.show(1100)
    await page.keyboard.press('x')
    const box = await boxOf(picture)
    const placeOf = ([x, y]: readonly [number, number]) => ({
      x: box.x + x * box.width,
      y: box.y + y * box.height,
    })
    if (!from || !to) throw new Error('The mark is no box.')
    const [start, end] = [placeOf(from), placeOf(to)]
    await film.moveTo(start)
    await film.show(500)
    await page.mouse.down()
    for (let step = 1; step <= DRAG_STEPS; step++) {
      const share = step / DRAG_STEPS
      await film.jumpTo({ x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) })
      await film.show(80)
    }
    await page.mouse.up()
    await page.getByRole('combobox').first().waitFor()
    await page.waitForTimeout(400)
    await film.show(800)
    for (const letter of LINES[language]) {
      await page.keyboard.type(letter)
      await film.show(letter === ' ' ? 190 : 110)
    }
    await page.waitForTimeout(300)
    await film.show(1800, 'poster')
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /^B-PS-\d+/ })
      .first()
      .waitFor()
    await page.waitForTimeout(600)
    await film.show(2600)
  } finally {
    const made = await call<Finding[]>('GET', `/turbines/${TURBINE}/findings`)
    for (const { id, photo_id } of made)
      if (photo_id === photo.id) await call('DELETE', `/turbines/${TURBINE}/findings/${id}`)
    await call('DELETE', `/turbines/${TURBINE}/photos?key=${photo.key}`)
  }
}

async function middleOf(element: Locator) {
  const { x, y, width, height } = await boxOf(element)
  return { x: x + width / 2, y: y + height / 2 }
}
