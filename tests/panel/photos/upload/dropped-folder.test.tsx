import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { FILE_NAME_WARNING_MS } from '#domain/limits.ts'
import type { Turbine } from '#domain/turbine.ts'
import { flightOutbox, outboxOf } from '#panel/outbox/outboxes.ts'
import { BladeBlock } from '#panel/photos/blocks/blade-block.tsx'
import { FlightSection } from '#panel/photos/upload/flight/flight-section.tsx'
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
    <FlightSection uploads turbine={TURBINE} year={2026} heading={null}>
      <BladeBlock
        turbine={TURBINE}
        blade="B"
        photos={[]}
        place={{ room: '2', year: 2026 }}
        onPlace={() => {}}
      />
    </FlightSection>,
  )
}

/** Opens the block, and drops the folder on it. */
function dropFolder() {
  const screen = openBlock()
  drop(document.querySelector('section') as Element, FOLDER)
  return screen
}

const staged = () =>
  outboxOf(user, flightOutbox(4), (...args) => new PhotoOutbox(...args)).files.value.map(
    ({ target }) => `${target.blade} ${target.category === 'blade' ? target.room : target.category}`,
  )
const counts = () =>
  Object.entries(Object.groupBy(staged(), (place) => place)).map(([place, all]) => `${place}: ${all?.length}`)
const rows = () => [...document.querySelectorAll('[role=dialog] tbody tr')]
const placeOf = (row: Element) =>
  [...row.querySelectorAll('select')].map((select) => select.selectedOptions[0]?.textContent).join(' · ')
const choose = (row: number, select: number, value: string) => {
  const field = rows()[row]?.querySelectorAll('select')[select] as HTMLSelectElement
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

it.each([
  [
    'tr',
    [
      'Kanat B · Seçin · 2026',
      'Kanat A · Tip-WW · 2026',
      'Kanat B · Root-WW · 2026',
      'Kanat C · Drone · 2026',
    ],
    '130 fotoğrafı ekle',
    '2 sistem dosyası atlandı.',
  ],
  [
    'en',
    [
      'Blade B · Choose · 2026',
      'Blade A · Tip-WW · 2026',
      'Blade B · Root-WW · 2026',
      'Blade C · Drone · 2026',
    ],
    'Add 130 photos',
    '2 system files left out.',
  ],
] as const)(
  'the folders of a drop go to the places of their names in one list (%s)',
  async (language, places, add, leftOut) => {
    await chooseLanguage(language)
    dropFolder()
    await expect.poll(() => rows().map(placeOf)).toEqual(places)
    click(add)
    // What the names do not say has to be chosen first.
    expect(counts()).toEqual([])
    choose(0, 1, 'room/2')
    await expect.poll(() => rows().map(placeOf)[0]).not.toBe(places[0])
    click(add)
    await expect.poll(counts).toEqual(['B 2: 10', 'A 3: 60', 'B 1: 40', 'C drone: 20'])
    await expect.poll(rows).toEqual([])
    expect([...document.querySelectorAll('p')].map((note) => note.textContent)).toContain(leftOut)
  },
)

it('all of them go to the place of the drop, and a second choice of them is told as staged', async () => {
  await chooseLanguage('tr')
  dropFolder()
  await expect.poll(() => rows().length).toBe(4)
  click('Tümünü buraya ekle: Mid-WW · 2026')
  await expect.poll(counts).toEqual(['B 2: 130'])
  await expect.poll(rows).toEqual([])
  drop(document.querySelector('section[aria-labelledby=blade-B]') as Element, FOLDER)
  await expect.poll(() => document.body.textContent).toContain('130 dosya zaten yükleme listesinde.')
  expect(rows()).toEqual([])
  expect(counts()).toEqual(['B 2: 130'])
})

it('closing the list asks before the photos are lost', async () => {
  await chooseLanguage('tr')
  dropFolder()
  await expect.poll(() => rows().length).toBe(4)
  choose(0, 1, 'robot')
  await expect.poll(() => rows().map(placeOf)[0]).toBe('Kanat B · Robot · 2026')
  click('İptal')
  await expect.poll(() => buttons('Eklemeden kapat').length).toBe(1)
  click('Geri dön')
  await expect.poll(() => buttons('Eklemeden kapat').length).toBe(0)
  expect(rows().map(placeOf)[0]).toBe('Kanat B · Robot · 2026')
  click('130 fotoğrafı ekle')
  await expect.poll(counts).toContain('B robot: 10')
})

it('the list of folders is there again when the session ends and the user signs in', async () => {
  await chooseLanguage('tr')
  const { close } = dropFolder()
  await expect.poll(() => rows().length).toBe(4)
  endSession('expired')
  close()
  openBlock()
  await expect.poll(() => rows().length).toBe(4)
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
