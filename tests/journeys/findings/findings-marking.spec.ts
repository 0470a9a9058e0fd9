import { DEFAULT_TIME_ZONE, yearIn } from '#domain/time/today.ts'
import { jpeg } from '../../support/builders.ts'
import { publishInspection, uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'
import {
  click,
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

test('an operator marks a box and a polygon with few keys', { tag: '@core' }, async ({ page, kanat }) => {
  provoke(page, 'network')
  await openPhoto(page, kanat.operator)
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'İşaretleme araçları' })).toBeVisible()
  const [from, to] = await placesOn(picture(page), [0.2, 0.2], [0.4, 0.3])
  await drag(page, from, to)
  await expect(typeField(page)).toBeFocused()
  await page.keyboard.type('hücum kenarı er')
  await page.keyboard.press('4')
  await expect(typeField(page)).toHaveValue('Hücum kenarı erozyonu')
  await expect(findingForm(page).getByRole('radio', { name: 'Derece 4: Ağır' })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(findingForm(page)).toBeHidden()
  const first = tag(page, /^A-PS-001, Hücum kenarı erozyonu, Derece 4: Ağır$/)
  await expect(first).toBeVisible()
  const corner = expect.closeTo(0.2, 2)
  await expect
    .poll(async () => (await kept(page)).map(({ shape }) => shape))
    .toEqual([{ on: 'image', kind: 'box', points: [[corner, corner], [expect.closeTo(0.4, 2), expect.closeTo(0.3, 2)]] }]) // biome-ignore format: short

  // A polygon is drawn over two parts of the magnified photo.
  await page.keyboard.press('g')
  const [one, two] = await placesOn(picture(page), [0.5, 0.5], [0.6, 0.5])
  await click(page, ...[one, two].flatMap((place) => place ?? []))
  await page.keyboard.press('+')
  await expect(lightboxOf(page).getByRole('button', { name: /^1,5×/ })).toBeVisible()
  await page.keyboard.down('Alt')
  await drag(page, two, one)
  await page.keyboard.up('Alt')
  await click(page, ...(await placesOn(picture(page), [0.6, 0.6], [0.5, 0.6])))
  await page.keyboard.press('Enter')
  await expect(typeField(page)).toBeFocused()
  await page.keyboard.type('delik')
  // The first Enter chooses the type, the second one saves.
  await page.keyboard.press('Enter')
  await expect(findingForm(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tag(page, /^A-PS-002, Darbe, delik, dolu hasarı, Derecelendirilmedi$/)).toBeVisible()
  const points = [[0.5, 0.5], [0.6, 0.5], [0.6, 0.6], [0.5, 0.6]] // biome-ignore format: short
  const near = points.map((point) => point.map((value) => expect.closeTo(value, 2)))
  await expect
    .poll(async () => (await kept(page)).find(({ type }) => type === 'impact')?.shape)
    .toEqual({ on: 'image', kind: 'polygon', points: near })

  // N repeats the kind of the last finding. Without a connection the finding waits, also over a reload, and goes by itself.
  await page.keyboard.press('0')
  await page.keyboard.press('n')
  const [third, fourth] = await placesOn(picture(page), [0.7, 0.7], [0.8, 0.8])
  await drag(page, third, fourth)
  await expect(typeField(page)).toHaveValue('Darbe, delik, dolu hasarı')
  await page.route('**/api/turbines/1/findings*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await page.keyboard.press('3')
  await page.keyboard.press('Enter')
  await expect(findingForm(page)).toBeHidden()
  await expect(lightboxOf(page).getByText('1 bulgu bekliyor')).toBeVisible()
  await page.reload()
  await expect(lightboxOf(page).getByText('1 bulgu bekliyor')).toBeVisible()
  await page.unroute('**/api/turbines/1/findings*')
  await expect(tag(page, /^A-PS-003, Darbe.*Derece 3/)).toBeVisible()
})

test('a mark is opened, reshaped on a magnified photo, undone and deleted', async ({ page, kanat }) => {
  const photoId = await openPhoto(page, kanat.operator)
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture(page), [0.4, 0.4], [0.6, 0.6])
  await drag(page, from, to)
  await page.keyboard.type('çizik')
  // The first Enter chooses the type, the second one saves.
  await page.keyboard.press('Enter')
  await expect(findingForm(page)).toBeVisible()
  await page.keyboard.press('Enter')
  const mark = tag(page, /^A-PS-001, Çizik/)
  await expect(mark).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('toolbar', { name: 'İşaretleme araçları' })).toBeHidden()

  const [finding] = await kept(page)
  await page.goto(`${TURBINE_PAGE}?photo=${photoId}&finding=${finding?.id}`)
  await expect(typeField(page)).toHaveValue('Çizik, oyuk')
  // The link shows the mark magnified.
  await expect(lightboxOf(page).getByRole('button', { name: /^1×/ })).toHaveCount(0)
  const [side, goal] = await placesOn(picture(page), [0.6, 0.5], [0.65, 0.55])
  await drag(page, side, goal)
  const [left, top] = [expect.closeTo(0.4, 2), expect.closeTo(0.4, 2)]
  await findingForm(page).getByRole('button', { name: 'Kaydet' }).click()
  await expect
    .poll(async () => (await kept(page))[0]?.shape?.points)
    .toEqual([
      [left, top],
      [expect.closeTo(0.65, 2), expect.closeTo(0.6, 2)],
    ])

  await mark.click()
  await expect(findingForm(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await mark.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Control+z')
  await findingForm(page).getByRole('button', { name: 'Bulguyu sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Bulguyu sil' }).click()
  await expect(mark).toHaveCount(0)
  await expect.poll(() => kept(page)).toEqual([])
})

test('somebody who only reads sees the marks and their facts, but no tools', async ({ page, kanat }) => {
  const photoId = await openPhoto(page, kanat.operator)
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture(page), [0.4, 0.4], [0.6, 0.6])
  await drag(page, from, to)
  await page.keyboard.type('yosun')
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(tag(page, /^A-PS-001, Kir, böcek, yosun, Derece 2: Hafif$/)).toBeVisible()

  await publishInspection(page.request, kanat.operator, yearIn(DEFAULT_TIME_ZONE, new Date()))
  await signIn(page, kanat.customer, `${TURBINE_PAGE}?photo=${photoId}`)
  const mark = tag(page, /^A-PS-001/)
  await expect(mark).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bulgu işaretle' })).toHaveCount(0)
  await page.keyboard.press('x')
  await mark.focus()
  await page.keyboard.press('Enter')
  await expect(findingForm(page).getByText('Hafif · İzlenmeli')).toBeVisible()
  await expect(findingForm(page).getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('toolbar', { name: 'İşaretleme araçları' })).toHaveCount(0)
})

test('a box in the 360° view lies across the seam, and stays on its place', async ({ page, kanat }) => {
  // The browser renders the sphere without a graphics card.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const [photo] = await uploadNamed(page.request, kanat.operator, {
    'sphere.jpg': await jpeg({ width: 1024, height: 512 }),
  })
  await signIn(page, kanat.operator, `${TURBINE_PAGE}/360-view?photo=${photo?.id}&at=180,0,60`)
  await expect(page.getByLabel(/^Çizimler$/)).toBeAttached()
  await page.keyboard.press('x')
  await expect(page.getByRole('toolbar', { name: 'İşaretleme araçları' })).toBeVisible()
  // The middle of the view of 1440 × 900 pixels is the seam.
  await drag(page, { x: 640, y: 400 }, { x: 800, y: 500 })
  await expect(typeField(page)).toBeFocused()
  await page.keyboard.type('yosun')
  await page.keyboard.press('3')
  await page.keyboard.press('Enter')
  const mark = tag(page, /^A-BOX-001, Kir, böcek, yosun, Derece 3: Orta$/)
  await expect(mark).toBeVisible()
  const near = (value: number) => expect.closeTo(value, 0)
  await expect
    .poll(async () => (await kept(page))[0]?.shape)
    .toEqual({ on: 'sphere', kind: 'box', points: [[near(174.1), near(-3.7)], [near(-174.1), near(3.7)]] }) // biome-ignore format: short

  // Half a turn away it is behind the camera, and a link to it turns the view to it.
  const [finding] = await kept(page)
  await page.goto(`${TURBINE_PAGE}/360-view?photo=${photo?.id}&at=0,0,60`)
  await expect(mark).toBeAttached()
  await expect(mark).not.toBeInViewport()
  await page.goto(`${TURBINE_PAGE}/360-view?photo=${photo?.id}&finding=${finding?.id}`)
  await expect(mark).toBeInViewport()
  await expect(typeField(page)).toHaveValue('Kir, böcek, yosun')
})
