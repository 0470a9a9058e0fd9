import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import {
  drag,
  findingForm,
  kept,
  openPhoto,
  picture,
  placesOn,
  TURBINE_PAGE,
  tag,
  typeField,
} from '../support/marking.ts'

/** Two places on the photo, by fractions. */
async function pair(page: Page, from: [number, number], to: [number, number]) {
  const [start, end] = await placesOn(picture(page), from, to)
  return [start, end] as const
}

test('an operator measures a crack by a known length, and sets a due date', async ({ page, kanat }) => {
  const photoId = await openPhoto(page, kanat.operator)
  await page.keyboard.press('x')
  await drag(page, ...(await pair(page, [0.3, 0.3], [0.5, 0.4])))
  await page.keyboard.type('boyuna çatlak')
  await page.keyboard.press('Enter')
  const form = findingForm(page)
  const opening = form.getByRole('textbox', { name: 'Açıklık (mm)' })
  await expect(opening).toBeVisible()
  await expect(form.getByRole('button', { name: /^Ölçüleri doldur/ })).toBeHidden()

  // Without a scale, the ruler asks for a line of known length first; the form is there again after it.
  await form.getByRole('button', { name: /^Fotoğrafta ölç: Açıklık \(mm\)/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Uzunluğunu bildiğiniz' })).toBeVisible()
  await drag(page, ...(await pair(page, [0.2, 0.8], [0.7, 0.8])))
  await page.getByRole('textbox', { name: 'Çizginin gerçek uzunluğu (mm)' }).fill('1000')
  await page.keyboard.press('Enter')
  await expect(typeField(page)).toHaveValue('Boyuna çatlak')

  // The box says the length, but no opening; that is a line of its own.
  await expect(form.getByRole('button', { name: /^Ölçüleri doldur: Uzunluk \(mm\) 4\d\d$/ })).toBeVisible()
  await form.getByRole('button', { name: /^Ölçüleri doldur/ }).click()
  await form.getByRole('button', { name: 'Fotoğrafta ölç: Açıklık (mm)' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'bir ucundan öbürüne' })).toBeVisible()
  await drag(page, ...(await pair(page, [0.35, 0.32], [0.4, 0.32])))
  await expect(opening).toBeFocused()
  await expect(opening).toHaveValue(/^(9\d|10\d)/)
  await expect(form.getByRole('textbox', { name: 'Uzunluk (mm)' })).toHaveValue(/^4\d\d$/)

  // A date that was set by hand needs its reason.
  await form.getByLabel('Elle verilen son tarih').fill('2026-12-24')
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect(form.getByText('Son tarihi neden elle verdiğinizi yazın.')).toBeVisible()
  await form.getByRole('textbox', { name: /^Son tarihin gerekçesi/ }).fill('Vinç o hafta sahada.')
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect
    .poll(async () => (await kept(page))[0])
    .toMatchObject({ own_due_on: '2026-12-24', due_reason: 'Vinç o hafta sahada.', photo_id: photoId })
  await expect.poll(async () => (await kept(page))[0]?.opening_mm).toBeCloseTo(100, -1)

  // A colleague sees by what it was measured.
  await signIn(page, kanat.admin, `${TURBINE_PAGE}?photo=${photoId}`)
  await expect(picture(page)).toBeVisible()
  await expect(lightboxOf(page).getByText('1.000 mm', { exact: true })).toBeVisible()
})

test('the form covers no mark: the photo becomes narrower instead', async ({ page, kanat }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await openPhoto(page, kanat.operator)
  // A sharper picture replaces the first one when it is loaded. Between the two there is no width.
  const width = async () => (await picture(page).boundingBox())?.width ?? Number.NaN
  const before = await settled(async () => {
    const read = await width()
    if (Number.isNaN(read)) throw new Error('The photo is not shown')
    return read
  })
  await page.keyboard.press('x')
  const tools = page.getByRole('toolbar', { name: 'İşaretleme araçları' })
  await expect(tools).toHaveCSS('opacity', '1')
  const [start, end] = await pair(page, [0.05, 0.3], [0.95, 0.5])
  if (!start || !end) throw new Error('The photo has no places')
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(end.x, end.y, { steps: 5 })
  // The tools lie upon the photo, so they hide while something is drawn.
  await expect(tools).toHaveCSS('opacity', '0')
  await page.mouse.up()
  await expect.poll(width).toBeLessThan(before - 100)
  const handle = lightboxOf(page).getByRole('button', { name: 'Sağ kenar' })
  const right = async () => {
    const [mark, form] = [await handle.boundingBox(), await findingForm(page).boundingBox()]
    return (mark?.x ?? 0) + (mark?.width ?? 0) - (form?.x ?? 0)
  }
  await expect.poll(right).toBeLessThan(0)
  await page.keyboard.press('Escape')
  await expect.poll(width).toBe(before)
})

/** Everything of the mark that is open, with its handles, and its form. */
async function overlap(page: Page): Promise<number> {
  const form = await findingForm(page).boundingBox()
  const handles = await page.getByRole('button', { name: /^(sol|sağ) kenar$/ }).all()
  const boxes = await Promise.all(handles.map((handle) => handle.boundingBox()))
  if (!form || boxes.length !== 2) return Number.NaN
  const [left, right] = [
    Math.min(...boxes.map((box) => box?.x ?? Number.NaN)),
    Math.max(...boxes.map((box) => (box?.x ?? Number.NaN) + (box?.width ?? 0))),
  ]
  return Math.min(right, form.x + form.width) - Math.max(left, form.x)
}

for (const { name, size } of [
  { name: 'sphere', size: { width: 1024, height: 512 } },
  { name: 'flat photo', size: { width: 1600, height: 1200 } },
]) {
  test(`the form covers no mark of a ${name}: the 360° view turns instead`, async ({ page, kanat }) => {
    await page.setViewportSize({ width: 1024, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await storeLanguage(page, 'tr')
    const [photo] = await uploadNamed(page.request, kanat.operator, { 'wide.jpg': await jpeg(size) })
    await signIn(page, kanat.operator, `${TURBINE_PAGE}/360-view?photo=${photo?.id}&at=0,0,60`)
    await expect(page.getByLabel(/^Çizimler$/)).toBeAttached()
    await page.keyboard.press('x')
    await expect(page.getByRole('toolbar', { name: 'İşaretleme araçları' })).toBeVisible()
    // The list of rooms lies at the left, and takes a third of the window.
    await drag(page, { x: 360, y: 250 }, { x: 960, y: 560 })
    await expect(typeField(page)).toBeFocused()
    await expect.poll(() => overlap(page)).toBeLessThan(0)
    // The part of the picture that is free has the whole mark.
    const places = async () => {
      const edges = await page.getByRole('button', { name: /^(sol|sağ) kenar$/ }).all()
      return Promise.all(edges.map(async (edge) => (await edge.boundingBox())?.x ?? Number.NaN))
    }
    await expect.poll(async () => Math.min(...(await places()))).toBeGreaterThan(272)
    await expect.poll(async () => Math.max(...(await places()))).toBeLessThan(1024)
    // What is drawn beside the form moves nothing.
    await page.keyboard.type('yosun')
    await page.keyboard.press('3')
    await page.keyboard.press('Enter')
    await expect(findingForm(page)).toBeHidden()
    const at = () => new URL(page.url()).searchParams.get('at')
    await expect.poll(at).not.toBe('0,0,60')
    const before = await settled(async () => at())
    await page.keyboard.press('x')
    await drag(page, { x: 700, y: 500 }, { x: 800, y: 560 })
    await expect(typeField(page)).toBeFocused()
    await expect.poll(() => overlap(page)).toBeLessThan(0)
    await expect.poll(at).toBe(before)
  })
}

test('the form for a known length lies beside its line, and never over it', async ({ page, kanat }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await openPhoto(page, kanat.operator)
  const form = page.getByRole('dialog', { name: 'Bilinen uzunluk' })
  const covered = async (to: [number, number]) => {
    const [at] = await placesOn(picture(page), to)
    const box = await form.boundingBox()
    return at && box ? at.x > box.x && at.x < box.x + box.width : undefined
  }
  for (const [from, to] of [
    [
      [0.75, 0.1],
      [0.95, 0.1],
    ],
    [
      [0.05, 0.1],
      [0.25, 0.1],
    ],
    [
      [0.05, 0.1],
      [0.95, 0.1],
    ],
  ] as [[number, number], [number, number]][]) {
    await page.keyboard.press('u')
    await drag(page, ...(await pair(page, from, to)))
    await expect(form).toBeVisible()
    await expect.poll(async () => [await covered(from), await covered(to)]).toEqual([false, false])
    await form.getByRole('button', { name: 'İptal' }).click()
    await expect(form).toBeHidden()
  }
})

test('a finding is linked with one of the year before, and shown beside it', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  const upload = async (name: string, year: number) => {
    const [photo] = await uploadNamed(
      page.request,
      kanat.operator,
      { [name]: await jpeg({ width: 1600, height: 1200 }) },
      { year: String(year) },
    )
    return photo?.id ?? 0
  }
  const earlierPhoto = await upload('earlier.jpg', 2025)
  const laterPhoto = await upload('later.jpg', 2026)
  for (const photoId of [earlierPhoto, laterPhoto]) {
    await signIn(page, kanat.operator, `${TURBINE_PAGE}?photo=${photoId}`)
    await expect(picture(page)).toBeVisible()
    await page.keyboard.press('x')
    await drag(page, ...(await pair(page, [0.3, 0.3], [0.5, 0.4])))
    await page.keyboard.type('boyuna çatlak')
    await page.keyboard.press('3')
    const form = findingForm(page)
    await form.getByRole('textbox', { name: /^Kökten uzaklık/ }).fill('12,4')
    if (photoId === laterPhoto) await form.getByRole('button', { name: /A-PS-001/ }).click()
    await form.getByRole('button', { name: 'Kaydet' }).click()
    await expect(form).toBeHidden()
  }
  await tag(page, /^A-PS-002/).click()
  await findingForm(page)
    .getByRole('button', { name: /^A-PS-001 \(2025\) ile yan yana göster$/ })
    .click()
  await expect(page).toHaveURL(new RegExp(`compare=${earlierPhoto},${laterPhoto}`))
})

test('the 360° view has the same list of findings as a photo', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const [photo] = await uploadNamed(page.request, kanat.operator, {
    'sphere.jpg': await jpeg({ width: 1024, height: 512 }),
  })
  await signIn(page, kanat.operator, `${TURBINE_PAGE}/360-view?photo=${photo?.id}&at=0,0,60`)
  await expect(page.getByLabel(/^Çizimler$/)).toBeAttached()
  await page.keyboard.press('x')
  await drag(page, { x: 640, y: 400 }, { x: 800, y: 500 })
  await page.keyboard.type('yosun')
  await page.keyboard.press('3')
  await page.keyboard.press('Enter')
  await expect(tag(page, /^A-BOX-001/)).toBeVisible()
  await page.getByRole('button', { name: /^Bulgular\s*1$/ }).click()
  const list = page.getByRole('dialog', { name: 'Bulgular' })
  await list.getByRole('button', { name: /Kir, böcek, yosun/ }).click()
  await expect(list).toBeHidden()
  await expect(typeField(page)).toHaveValue('Kir, böcek, yosun')
})
