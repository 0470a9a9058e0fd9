import { findOverstatement } from '../../support/figures/figures.ts'
import { expect, lightboxOf, test } from '../support/kanat.ts'
import { drag, findingForm, kept, openPhoto, picture, placesOn, tag, typeField } from '../support/marking.ts'

test('X keeps its tool, a second Enter saves, and Ctrl Z undoes it', async ({ page, kanat }) => {
  await openPhoto(page, kanat.operator)
  const tools = page.getByRole('toolbar', { name: 'İşaretleme araçları' })
  await page.keyboard.press('x')
  await page.keyboard.press('x')
  await expect(tools).toContainText('1–5 derece · Enter kaydet')
  const [from, to, third, fourth] = await placesOn(
    picture(page),
    [0.3, 0.3],
    [0.5, 0.5],
    [0.6, 0.6],
    [0.7, 0.7],
  )
  await drag(page, from, to)
  await page.keyboard.type('çizik')
  await page.keyboard.press('Enter')
  await expect(typeField(page)).toHaveValue('Çizik, oyuk')
  await page.keyboard.press('Enter')
  await expect(findingForm(page)).toBeHidden()
  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect(page.getByText('A-PS-001 geri alındı')).toBeVisible()
  await expect.poll(() => kept(page)).toEqual([])

  // What was typed can be brought back.
  await page.getByRole('button', { name: 'Yeniden aç' }).click()
  await expect(typeField(page)).toHaveValue('Çizik, oyuk')
  await page.keyboard.press('Enter')
  const mark = tag(page, /^A-PS-002, Çizik/)
  await expect(mark).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(mark).toHaveCount(0)
  await expect.poll(() => kept(page)).toEqual([])

  // The highest severity is asked for once.
  await drag(page, third, fourth)
  await page.keyboard.type('delik')
  await page.keyboard.press('5')
  await page.keyboard.press('Enter')
  await expect(findingForm(page).getByRole('alert')).toContainText('Türbin durdurulmalı')
  await expect.poll(() => kept(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(tag(page, /^A-PS-003, Darbe.*Derece 5/)).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tüm tuşlar' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Tüm tuşlar' })).toBeHidden()
  await expect(tools).toBeVisible()
})

test('one line fills in and saves a finding; the photo remembers its side, and offers its distance', async ({
  page,
  kanat,
}) => {
  await openPhoto(page, kanat.operator)
  const [a, b, c, d, e, f] = await placesOn(
    picture(page),
    [0.1, 0.1],
    [0.2, 0.2],
    [0.3, 0.3],
    [0.4, 0.4],
    [0.6, 0.6],
    [0.7, 0.7],
  )
  const form = findingForm(page)
  const read = form.getByRole('status')
  await page.keyboard.press('x')
  await drag(page, a, b)
  // What fits nowhere is said, and Enter does not save.
  await page.keyboard.type('enine 3 620')
  await expect(read).toContainText('Anlaşılamadı: 620')
  await page.keyboard.press('Enter')
  await expect(read).toContainText('Anlaşılamadı: 620')
  await typeField(page).fill('')
  await page.keyboard.type('enine 3 ss 24,5 620')
  await expect(read).toHaveText('Derece 3 · Emme yüzeyi · 24,5 m · 620 mm')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect
    .poll(() => kept(page))
    .toMatchObject([
      { type: 'crack-transverse', severity: 3, side: 'SS', from_m: 24.5, length_mm: 620, number: 'A-SS-001' },
    ])

  await drag(page, c, d)
  await expect(form.getByRole('combobox', { name: 'Yüzey' })).toHaveValue('SS')
  await form.getByRole('button', { name: 'Bu fotoğraftaki bulgu: 24,5 m' }).click()
  await expect(form.getByRole('textbox', { name: 'Kökten uzaklık (m)' })).toHaveValue('24,5')
  await typeField(page).focus()
  await page.keyboard.type('boyuna')
  await page.keyboard.press('4')
  await page.keyboard.press('Enter')
  await expect(tag(page, /^A-SS-002, Boyuna çatlak.*Derece 4/)).toBeVisible()

  // A word that fits several types is a choice, which Enter takes without saving.
  await drag(page, e, f)
  await page.keyboard.type('çatlak 2 12')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(typeField(page)).toHaveValue(/çatlak/)
  await expect(form.getByRole('radio', { name: /2/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
})

test('the keyboard moves marks, corners and edges, if they have the focus', async ({ page, kanat }) => {
  await openPhoto(page, kanat.operator)
  await page.keyboard.press('x')
  const places = await placesOn(picture(page), [0.2, 0.2], [0.3, 0.3], [0.5, 0.5], [0.7, 0.7])
  for (const [index, name] of ['çizik', 'delik'].entries()) {
    await drag(page, places[2 * index], places[2 * index + 1])
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(tag(page, new RegExp(`^A-PS-00${index + 1}`))).toBeVisible()
  }
  await page.keyboard.press('Escape')
  const [first] = await kept(page)

  // The form of the second mark is open; the first one has the focus.
  await tag(page, /^A-PS-002/).click()
  await tag(page, /^A-PS-001/).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await tag(page, /^A-PS-001/).click()
  await findingForm(page).getByRole('button', { name: 'Kaydet' }).click()
  const points = async () => (await kept(page)).find(({ id }) => id === first?.id)?.shape?.points ?? []
  const before = first?.shape?.points ?? []
  await expect.poll(async () => (await points())[0]?.[0]).toBeGreaterThan(before[0]?.[0] ?? 1)
  const others = await kept(page)
  expect(others.find(({ number }) => number === 'A-PS-002')?.shape?.points[0]?.[0]).toBeCloseTo(0.5, 2)

  const moved = await points()
  await tag(page, /^A-PS-001/).click()
  await page.getByRole('button', { name: 'sağ kenar' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('group', { name: 'Köşeler ve kenarlar' }).locator(':focus')).toBeVisible()
  await expect(lightboxOf(page)).toBeVisible()
  await findingForm(page).getByRole('button', { name: 'Kaydet' }).click()
  await expect.poll(async () => (await points())[1]?.[0]).toBeGreaterThan(moved[1]?.[0] ?? 1)
  await expect.poll(async () => (await points())[0]).toEqual(moved[0])
})

test('form and photo do not get the keys of the calendar', async ({ page, kanat }) => {
  await openPhoto(page, kanat.operator)
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture(page), [0.3, 0.3], [0.5, 0.4])
  await drag(page, from, to)
  const form = findingForm(page)
  await page.keyboard.type('boyuna çatlak')
  await page.keyboard.press('Enter')
  await form.getByRole('radio', { name: /2/ }).check()
  const due = form.getByLabel('Elle verilen son tarih', { exact: true })
  await due.fill('2026-11-21')
  await page.keyboard.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Elle verilen son tarih: takvim' })
  await expect(calendar.getByRole('grid').locator('button:focus')).toHaveText('21')
  await page.keyboard.press('3')
  await page.keyboard.press('ArrowRight')
  await expect(calendar.getByRole('grid').locator('button:focus')).toHaveText('22')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeHidden()
  await expect(due).toHaveValue('21.11.2026')
  await expect(form.getByRole('radio', { name: /2/ })).toBeChecked()
  await form.getByRole('button', { name: 'Takvimi aç' }).click()
  await calendar.getByRole('button', { name: '30 Kasım 2026 Pazartesi' }).click()
  await expect(due).toHaveValue('30.11.2026')
  await expect(picture(page)).toBeVisible()
})

test('a finding with type, severity, side, distance and length takes no more keys than the page about the product says', async ({
  page,
  kanat,
}) => {
  await openPhoto(page, kanat.operator)
  const keys = await page.evaluateHandle(() => {
    const counted = { number: 0 }
    window.addEventListener('keydown', () => (counted.number += 1), { capture: true })
    return counted
  })
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture(page), [0.3, 0.3], [0.5, 0.5])
  await drag(page, from, to)
  await page.keyboard.type('enine 3 ss 24,5 620')
  await expect(findingForm(page).getByRole('status')).toHaveText('Derece 3 · Emme yüzeyi · 24,5 m · 620 mm')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => kept(page))
    .toMatchObject([
      { type: 'crack-transverse', severity: 3, side: 'SS', from_m: 24.5, length_mm: 620, number: 'A-SS-001' },
    ])
  const counted = { id: 'marking_keys', value: (await keys.jsonValue()).number, unit: 'keys' } as const
  const test = 'tests/journeys/findings/marking-keys.spec.ts'
  expect(findOverstatement({ ...counted, test })).toBeUndefined()
})
