import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { FILE_NAME_WARNING_MS } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import { type OutboxName, outboxOf } from '#panel/outbox/outboxes.ts'
import { BladeBlock } from '#panel/photos/blocks/blade-block.tsx'
import { PhotoOutbox } from '#panel/photos/upload/photo-outbox.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { endSession } from '#panel/session/stored-session.ts'
import { buttons, callerOf, click, openScreen } from '../../panel-screen.tsx'
import { drop, photosIn, type Tree } from '../../work/dropped-folders.ts'

const TURBINE = { id: 4, company_id: 3 } as Turbine
const system = { '.DS_Store': new File(['x'], '.DS_Store'), '._a.jpg': new File(['x'], '._a.jpg') }
const FOLDER: Tree = {
  Saha: {
    A: { 'Tip-WW': { ...photosIn('A3', 60), ...system } },
    'B Kanadı': { 'Kök WW': photosIn('B1', 40) },
    Drone: { C: photosIn('C', 20) },
    'Yeni klasör': photosIn('New', 10),
  },
}

let user = 500
beforeEach(() => {
  user += 1
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [] }))
})

/** Opens the block of blade B, room 2. */
function openBlock() {
  return openScreen(
    callerOf({ id: user }),
    <BladeBlock
      turbine={TURBINE}
      blade="B"
      photos={[]}
      place={{ room: '2', year: 2026 }}
      onPlace={() => {}}
    />,
  )
}

/** Opens the block, and drops the folder on it. */
function dropFolder() {
  const screen = openBlock()
  drop(document.querySelector('section') as Element, FOLDER)
  return screen
}

const staged = (name: OutboxName) =>
  outboxOf(user, name, (...args) => new PhotoOutbox(...args)).files.value.map(({ file, target }) => [
    file.name,
    'room' in target ? target.room : target.category,
  ])
const rows = () => [...document.querySelectorAll('[role=dialog] li')]
const placeOf = (row: Element) =>
  (row.querySelector('select') as HTMLSelectElement).selectedOptions[0]?.textContent
const all = () =>
  (['blade/A', 'blade/B', 'blade/C', 'drone'] as const).map((place) => staged(`turbine/4/${place}`).length)

it.each([
  [
    'tr',
    ['Kanat A · Tip-WW', 'Kanat B · Root-WW', 'Drone · Kanat C', 'Kanat B · Mid-WW'],
    'Yeri kontrol edin',
    '130 fotoğrafı ekle',
    '2 sistem dosyası atlandı.',
  ],
  [
    'en',
    ['Blade A · Tip-WW', 'Blade B · Root-WW', 'Drone · Blade C', 'Blade B · Mid-WW'],
    'Check the place',
    'Add 130 photos',
    '2 system files left out.',
  ],
] as const)(
  'the folders of a drop go to the places of their names (%s)',
  async (language, places, unsure, add, leftOut) => {
    await chooseLanguage(language)
    dropFolder()
    await expect.poll(() => rows().map(placeOf)).toEqual(places)
    expect(rows().map((row) => row.textContent?.includes(unsure))).toEqual([false, false, false, true])
    expect(all()).toEqual([0, 0, 0, 0])
    click(add)
    await expect.poll(all).toEqual([60, 50, 0, 20])
    expect(staged('turbine/4/blade/A').map(([name]) => name)).toEqual(Object.keys(photosIn('A3', 60)))
    expect(new Set(staged('turbine/4/blade/B').map(([, room]) => room))).toEqual(new Set(['1', '2']))
    await expect.poll(rows).toEqual([])
    expect([...document.querySelectorAll('p')].map((note) => note.textContent)).toContain(leftOut)
  },
)

it('all of them go to the place of the drop, or each to another one', async () => {
  await chooseLanguage('tr')
  dropFolder()
  await expect.poll(() => rows().length).toBe(4)
  click('Tümünü buraya ekle: Kanat B · Mid-WW')
  await expect.poll(all).toEqual([0, 130, 0, 0])
})

it('closing the list asks before the photos are lost', async () => {
  await chooseLanguage('tr')
  dropFolder()
  await expect.poll(() => rows().length).toBe(4)
  const select = rows()[3]?.querySelector('select') as HTMLSelectElement
  select.value = 'robot/A'
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.poll(() => rows().map(placeOf)[3]).toBe('Robot · Kanat A')
  click('İptal')
  await expect.poll(() => buttons('Eklemeden kapat').length).toBe(1)
  click('Geri dön')
  await expect.poll(() => buttons('Eklemeden kapat').length).toBe(0)
  expect(rows().map(placeOf)[3]).toBe('Robot · Kanat A')
  click('130 fotoğrafı ekle')
  await expect.poll(() => staged('turbine/4/robot').length).toBe(10)
})

it('the list of folders is there again when the session ends and the user signs in', async () => {
  await chooseLanguage('tr')
  const { close } = dropFolder()
  await expect.poll(() => rows().length).toBe(4)
  endSession('expired')
  close()
  openBlock()
  await expect.poll(() => rows().length).toBe(4)
  click('130 fotoğrafı ekle')
  await expect.poll(all).toEqual([60, 50, 0, 20])
})

it('messages that end in the same moment are all gone', async () => {
  await chooseLanguage('tr')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  openBlock()
  drop(document.querySelector('section') as Element, {
    S: { ...system, 'notes.txt': new File(['x'], 'notes.txt') },
  })
  const shown = () => ['notes.txt', '2 sistem'].map((told) => document.body.textContent?.includes(told))
  await expect.poll(shown).toEqual([true, true])
  vi.advanceTimersByTime(FILE_NAME_WARNING_MS)
  await expect.poll(shown).toEqual([false, false])
})
