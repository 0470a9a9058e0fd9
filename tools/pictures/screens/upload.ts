import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Photo } from '../../../domain/photo.ts'
import { around, type Scene, type Screen, THEMES } from './screen.ts'

/** The turbine whose photos are uploaded once more, as those of another one, whose inspection is still open. */
const SOURCE = 7
const TURBINE = 4
const ROOMS: Record<string, string> = {
  1: 'Root-WW',
  2: 'Mid-WW',
  3: 'Tip-WW',
  4: 'Root-SW',
  5: 'Mid-SW',
  6: 'Tip-SW',
}
/** How many batches the server gets before the upload stands still for the picture. */
const SENT_BATCHES = 7

/** A flight on its way up: its places, its photos, and how far it is. */
export const upload: Screen = {
  id: 'upload',
  themes: THEMES,
  user: 'superadmin',
  window: { width: 1440, height: 900 },
  sources: ['panel/photos/upload'],
  shows: ['T04'],
  async take(scene) {
    const { page, text, store } = scene
    await removeFlight(scene)
    const folder = await mkdtemp(join(tmpdir(), 'kanat-flight-'))
    try {
      const n = await writeFlight(scene, folder)
      await page.goto(`/dashboard/turbine/${TURBINE}?section=map`)
      const choose = text('photos.addFolder.label', { place: text('flight.name') })
      await page.getByLabel(choose).setInputFiles(folder)
      const sorting = page.getByRole('dialog', { name: text('flight.title') })
      await sorting.getByRole('button', { name: text('folders.submit', { n }) }).click()
      const list = page.getByRole('region', { name: text('flight.list') })
      let batches = 0
      await page.route(new RegExp(`/api/turbines/${TURBINE}/photos(\\?|$)`), (route) => {
        if (route.request().method() === 'POST') batches += 1
        return batches > SENT_BATCHES ? undefined : route.continue()
      })
      await list.getByRole('button', { name: text('staged.upload', { n }) }).click()
      while (batches <= SENT_BATCHES) await page.waitForTimeout(100)
      await store('wide', { x: 0, y: 0, width: 1440, height: 900 })
      // With a larger type, so that it can be read on a phone.
      await page.addStyleTag({ content: ':root { font-size: 125% }' })
      await page.setViewportSize({ width: 800, height: 1600 })
      await store('phone', { ...(await around(0, list)), height: 800 })
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}

/** @returns how many photos it has */
async function writeFlight({ call, load }: Scene, folder: string): Promise<number> {
  const photos = await call<Photo[]>('GET', `/turbines/${SOURCE}/photos?year=2026`)
  const inRooms = photos.filter(({ room }) => room && ROOMS[room])
  for (const [index, { blade, room, url }] of inRooms.entries()) {
    const name = `DJI_${String(index + 1).padStart(4, '0')}.jpg`
    const path = join(folder, 'Aliaga-1', String(blade), ROOMS[room ?? ''] ?? '', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, await load(url))
  }
  return inRooms.length
}

/** Removes what an earlier take has uploaded, so that every picture shows the same upload. */
async function removeFlight({ call }: Scene): Promise<void> {
  const photos = await call<Photo[]>('GET', `/turbines/${TURBINE}/photos`)
  for (const { key, originalName } of photos)
    if (originalName.startsWith('DJI_')) await call('DELETE', `/turbines/${TURBINE}/photos?key=${key}`)
}
