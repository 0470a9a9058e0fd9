import type { Browser, Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { awaitReports, changeRecord, uploadNamed } from '../support/by-api.ts'
import {
  expect,
  type Kanat,
  lightboxOf,
  openTab,
  signIn,
  signInByForm,
  storeLanguage,
  test,
} from '../support/kanat.ts'
import { drag, placesOn } from '../support/marking.ts'

const YEAR = new Date().getFullYear()
const PAGE = '/dashboard/turbine/1'

/** What the three people read on the screen. */
const WORDS = {
  inspection: (year: number) => `Denetim ${year}`,
  picture: (name: string) => `${name} fotoğrafı`,
  marks: [
    { typed: 'hücum kenarı er', type: 'Hücum kenarı erozyonu', key: '4' },
    { typed: 'jelkot', type: 'Jelkotta kılcal çatlak', key: '3' },
    { typed: 'çizik', type: 'Çizik, oyuk', key: '2' },
  ],
  step: (year: number) => new RegExp(`^${year} denetimini`),
  review: (year: number) => `Onay ekranı: Karaburun 4 · ${year}`,
  decided: (n: number) => new RegExp(`^${n} / 3, yaklaşık 1 dk$`),
  remarks: ['Uzunluğu yazılmamış.', 'Bu bir çatlak mı, çizik mi?'],
  publish: 'Yayınla',
  editTitle: (number: string) => `${number} bulgusunu düzenle`,
  mended: ['Boyu 140 mm.', 'Çatlak değil, çizik.'],
  version: (n: number) => new RegExp(`^Sürüm ${n} · yayınlandı \\d+ \\S+ \\d{4}$`),
  corrected: 'Boyu 410 mm, yeniden ölçüldü.',
} as const

/** Three photos of room 1 and two of room 2 of blade A, of a company where a second person publishes. */
async function prepare(page: Page, { operator, superadmin }: Kanat) {
  const path = `/api/companies/${operator.company_id}`
  await changeRecord(page.request, superadmin, 'PUT', path, { review_required: true })
  const bytes = await jpeg({ width: 1600, height: 1200 })
  await uploadNamed(page.request, operator, { 'a1.jpg': bytes, 'a2.jpg': bytes, 'a3.jpg': bytes })
  await uploadNamed(page.request, operator, { 'b1.jpg': bytes, 'b2.jpg': bytes }, { room: '2' })
}

/** A person at a computer of their own. */
async function sitDown(browser: Browser): Promise<Page> {
  const page = await browser.newPage()
  await storeLanguage(page, 'tr')
  return page
}

const heading = (page: Page) => page.getByRole('main').locator('header').first()
const section = (page: Page) => page.getByRole('region', { name: WORDS.inspection(YEAR) })
const button = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true })
const findingRows = (page: Page) => page.getByRole('table', { name: 'Bulgular' }).getByRole('row')
const reports = (page: Page) =>
  page.getByRole('region', { name: 'Raporlar' }).getByRole('link', { name: /^İndir: .*\.pdf$/ })
const review = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: /^(Tuşlar|Keys)$/ }) })
const shownNumber = (page: Page) => review(page).getByRole('heading', { level: 3 }).first()

/** Draws a box on the photo and says with the keyboard what it is. */
async function mark(page: Page, photo: string, { typed, type, key }: (typeof WORDS)['marks'][number]) {
  const picture = lightboxOf(page).getByRole('img', { name: WORDS.picture(photo) })
  await expect(picture).toBeVisible()
  await page.keyboard.press('x')
  const [from, to] = await placesOn(picture, [0.3, 0.3], [0.5, 0.5])
  await drag(page, from, to)
  const form = page.getByRole('dialog', { name: 'Yeni bulgu' })
  const field = form.getByRole('combobox', { name: /^Tür/ })
  await expect(field).toBeFocused()
  await page.keyboard.type(typed)
  await page.keyboard.press(key)
  await expect(field).toHaveValue(type)
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(lightboxOf(page).getByRole('button', { name: new RegExp(`^A-\\S+, ${type}`) })).toBeVisible()
}

/** Sends the inspection on with the button of this name, with a reason if the dialog asks for one. */
async function send(page: Page, name: string, reason?: { label: string; words: string }) {
  await button(page, name).click()
  await confirm(page, name, reason)
}

/** Sends the inspection on in the dialog that is open. */
async function confirm(page: Page, name: string, reason?: { label: string; words: string }) {
  const dialog = page.getByRole('dialog', { name: WORDS.step(YEAR) })
  if (reason) await dialog.getByRole('textbox', { name: reason.label }).fill(reason.words)
  const isPublished = name === WORDS.publish || name === 'Yeni sürüm yayınla'
  const submit = isPublished ? /^Sürüm \d+’\S+ yayınla$/ : name
  await dialog.getByRole('button', { name: submit, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Goes from the turbines to the board and opens the review of the inspection. */
async function openReview(page: Page) {
  await page.getByRole('navigation', { name: 'Sayfalar' }).getByRole('link', { name: 'Denetimler' }).click()
  await page.getByRole('button', { name: WORDS.review(YEAR) }).click()
}

/** Goes on from the review, in which all is decided, to what comes next on the page of the turbine. */
async function goOn(page: Page, next: string) {
  await review(page).getByRole('link', { name: next }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Karaburun 4' })).toBeVisible()
}

/** Changes the text of the finding that is open in the drawer. */
async function writeText(page: Page, number: string, text: string) {
  const drawer = page.getByRole('dialog', { name: number, exact: true })
  await drawer.getByRole('button', { name: 'Düzenle', exact: true }).click()
  const form = page.getByRole('dialog', { name: WORDS.editTitle(number) })
  await form.getByRole('textbox', { name: 'Açıklama' }).fill(text)
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await expect(form).toBeHidden()
  await expect(drawer.getByText(text)).toBeVisible()
}

/** What a customer sees as long as nothing is published: no letter, no finding, no report, no remark. */
async function expectNothing(page: Page) {
  await expect(heading(page)).toContainText('Değerlendirilmedi')
  await openTab(page, 'Denetim')
  await expect(section(page).getByText('Bu yılın denetimi henüz yayınlanmadı.')).toBeVisible()
  await openTab(page, 'Bulgular')
  await expect(page.getByText('Bu türbinde kayıtlı bulgu yok.')).toBeVisible()
  await openTab(page, 'Raporlar')
  await expect(page.getByText('Henüz rapor yüklenmemiş')).toBeVisible()
  await expectNoRemarks(page)
}

async function expectNoRemarks(page: Page) {
  await page.getByRole('button', { name: /^Yorumlar \d/ }).click()
  const comments = page.getByRole('dialog', { name: 'Yorumlar' })
  await expect(comments.getByRole('heading', { name: 'Henüz yorum yok' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(comments).toBeHidden()
}

test('an inspector marks, a reviewer publishes, a customer reads', async ({ kanat, browser }) => {
  const fog = { label: 'Bu fotoğraflar neden incelenmedi?', words: 'Öğleden sonra sis bastı.' }
  const inspector = await sitDown(browser)
  const reviewer = await sitDown(browser)
  const customer = await sitDown(browser)
  await prepare(inspector, kanat)

  // In the morning: the inspector goes from photo to photo, and marks three of four.
  await signIn(inspector, kanat.operator, PAGE)
  await button(inspector, 'Sıradaki incelenmemiş').click()
  for (const [index, photo] of ['a1.jpg', 'a2.jpg', 'b1.jpg'].entries()) {
    const what = WORDS.marks[index]
    if (what) await mark(inspector, photo, what)
    await inspector.keyboard.press('v')
    if (photo !== 'a2.jpg') continue
    await expect(lightboxOf(inspector).getByRole('heading', { name: 'a3.jpg' })).toBeVisible()
    await inspector.keyboard.press('v')
  }
  await expect(lightboxOf(inspector).getByRole('heading', { name: 'b2.jpg' })).toBeVisible()
  const closeOne = async () => {
    await inspector.keyboard.press('Escape')
    return lightboxOf(inspector).isVisible()
  }
  await expect.poll(closeOne).toBe(false)
  await expect(section(inspector).getByText('5 fotoğrafın 4’ü incelendi', { exact: true })).toBeVisible()
  await send(inspector, 'Onaya gönder', fog)
  await expect(section(inspector).getByText('Onayda', { exact: true })).toBeVisible()
  await expect(
    section(inspector).getByText('İncelenmemiş fotoğrafların gerekçesi: Öğleden sonra sis bastı.'),
  ).toBeVisible()
  await signInByForm(customer, kanat.customer)
  await customer.getByRole('link', { name: 'Karaburun 4' }).first().click()
  await expectNothing(customer)

  // At noon: the reviewer accepts one finding and sends two back.
  await signIn(reviewer, kanat.admin)
  await openReview(reviewer)
  await expect(review(reviewer).getByRole('status')).toHaveText(WORDS.decided(0))
  await reviewer.keyboard.press('Enter')
  const sentBack: string[] = []
  for (const [index, remark] of WORDS.remarks.entries()) {
    await expect(review(reviewer).getByRole('status')).toHaveText(WORDS.decided(index + 1))
    sentBack.push(await shownNumber(reviewer).innerText())
    await reviewer.keyboard.press('g')
    await expect(review(reviewer).getByRole('textbox', { name: 'Neden geri gönderiliyor?' })).toBeFocused()
    await reviewer.keyboard.type(remark)
    await reviewer.keyboard.press('Enter')
  }
  await expect(review(reviewer).getByRole('status')).toHaveText('3 / 3, hepsi karara bağlandı')
  await goOn(reviewer, 'Ekibe geri gönder')
  await confirm(reviewer, 'Çalışmaya geri al')

  // The inspector reads what is missing, mends it and closes again.
  await inspector.reload()
  await expect(section(inspector).getByText('Onayda geri gönderilen 2 bulgu:')).toBeVisible()
  for (const [index, number] of sentBack.entries()) {
    await button(inspector, number).click()
    const drawer = inspector.getByRole('dialog', { name: number, exact: true })
    await expect(drawer.getByText(WORDS.remarks[index] ?? '', { exact: true })).toBeVisible()
    await writeText(inspector, number, WORDS.mended[index] ?? '')
    await inspector.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(button(inspector, number)).toHaveCount(0)
  }
  await send(inspector, 'Onaya gönder', fog)
  await customer.reload()
  await expectNothing(customer)

  // In the afternoon: the reviewer accepts both and publishes.
  await reviewer.goto('/dashboard')
  await openReview(reviewer)
  for (const [index, mended] of WORDS.mended.entries()) {
    await expect(review(reviewer).getByRole('status')).toHaveText(WORDS.decided(index + 1))
    await expect(review(reviewer).getByText(mended)).toBeVisible()
    await expect(review(reviewer).getByText(WORDS.remarks[index] ?? '')).toBeVisible()
    await reviewer.keyboard.press('Enter')
  }
  await expect(review(reviewer).getByRole('status')).toHaveText('3 / 3, hepsi karara bağlandı')
  await goOn(reviewer, 'Yayınla')
  await confirm(reviewer, WORDS.publish)
  await expect(section(reviewer).getByText('Yayında · sürüm 1')).toBeVisible()

  // The customer reads the letter, the findings and the reports in both languages, and none of the remarks.
  await customer.reload()
  await expect(heading(customer)).toContainText('Öncelikli onarım')
  await openTab(customer, 'Denetim')
  await expect(section(customer).getByText(WORDS.version(1))).toBeVisible()
  await expectNoRemarks(customer)
  await awaitReports(reviewer.request, kanat.admin)
  await customer.reload()
  await openTab(customer, 'Raporlar')
  await expect(reports(customer)).toHaveCount(2)
  await openTab(customer, 'Bulgular')
  await expect(findingRows(customer)).toHaveCount(4)
  const [number = ''] = sentBack
  const open = (page: Page) => findingRows(page).filter({ hasText: number }).click()
  const drawerOf = (page: Page) => page.getByRole('dialog', { name: number, exact: true })
  const before = WORDS.mended[0] ?? ''
  await open(customer)
  await expect(drawerOf(customer).getByText(before)).toBeVisible()

  // In the evening: a measure was wrong. Until the next version, only the team reads what it is now.
  await inspector.reload()
  await openTab(inspector, 'Bulgular')
  await open(inspector)
  await writeText(inspector, number, WORDS.corrected)
  await reviewer.reload()
  await button(reviewer, '1 yayınlanmamış değişiklik').click()
  const change = section(reviewer).getByRole('definition')
  await expect(change.getByRole('deletion')).toHaveText(before)
  await expect(change.getByRole('insertion')).toHaveText(WORDS.corrected)
  await customer.reload()
  await expect(drawerOf(customer).getByText(before)).toBeVisible()
  await expect(customer.getByText(WORDS.corrected)).toHaveCount(0)
  await send(reviewer, 'Yeni sürüm yayınla', {
    label: 'Gerekçe',
    words: 'Ölçü yeniden alındı.',
  })
  await expect(section(reviewer).getByText('Yayında · sürüm 2')).toBeVisible()

  await customer.reload()
  await expect(drawerOf(customer).getByText(WORDS.corrected)).toBeVisible()
  await customer.keyboard.press('Escape')
  await openTab(customer, 'Denetim')
  await expect(section(customer).getByText(WORDS.version(2))).toBeVisible()
  await expect(section(customer).getByText('Ölçü yeniden alındı.')).toBeVisible()
  await button(customer, 'Neler değişti: sürüm 2').click()
  await expect(section(customer).getByRole('insertion')).toHaveText(WORDS.corrected)
  await expectNoRemarks(customer)
})
