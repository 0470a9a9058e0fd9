import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { addFinding, changeRecord, uploadNamed, uploadPhotos } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { moveInspection } from '../support/inspections.ts'
import { expect, type Kanat, lightboxOf, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

const PAGE = '/dashboard/turbine/1'
const YEAR = new Date().getFullYear()

const section = (page: Page) => page.getByRole('region', { name: `Denetim ${YEAR}` })
const button = (page: Page, name: string | RegExp) => section(page).getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog', { name: /denetimi/ })
const heading = (page: Page) => page.getByRole('main').locator('header').first()

const tile = (page: Page) => page.getByRole('button', { name: 'a1.jpg fotoğrafını aç' })

async function open(page: Page, account: Kanat['operator']) {
  await storeLanguage(page, 'tr')
  await signIn(page, account, `${PAGE}?section=inspection`)
}

test('two versions are published, and a customer reads', { tag: '@core' }, async ({
  page,
  kanat,
  browser,
}) => {
  await uploadPhotos(page.request, kanat.operator, ['a1.jpg', 'a2.jpg'])
  await uploadPhotos(page.request, kanat.operator, ['b1.jpg', 'b2.jpg'], { room: '2', blade: 'B' })
  await open(page, kanat.operator)
  const customer = await browser.newPage()
  await open(customer, kanat.customer)
  await expect(section(customer)).toHaveText(`Denetim ${YEAR}Bu yılın denetimi henüz yayınlanmadı.`)
  await openTab(customer, 'Fotoğraflar')
  await expect(tile(customer)).toHaveAccessibleDescription('')
  await openTab(customer, 'Denetim')

  // One key goes through the photos nobody has looked at, also from one room to the next one.
  await expect(section(page).getByText('4 fotoğrafın hiçbiri incelenmedi', { exact: true })).toBeVisible()
  await openTab(page, 'Fotoğraflar')
  await expect(tile(page)).toHaveAccessibleDescription('henüz incelenmedi')
  await openTab(page, 'Denetim')
  await button(page, 'Sıradaki incelenmemiş').click()
  const name = (of: string) => lightboxOf(page).getByRole('heading', { name: of })
  await expect(name('a1.jpg')).toBeVisible()
  for (const next of ['a2.jpg', 'b1.jpg', 'b2.jpg']) {
    await page.keyboard.press('v')
    await expect(name(next)).toBeVisible()
  }
  await expect(lightboxOf(page).getByText(`${YEAR}: 4 fotoğrafın 3’ü incelendi`)).toBeVisible()
  // The key never takes it back; the button does.
  await page.keyboard.press('ArrowLeft')
  await expect(name('b1.jpg')).toBeVisible()
  await page.keyboard.press('v')
  await expect(name('b2.jpg')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await lightboxOf(page).getByRole('button', { name: 'İncelendi', exact: true }).click()
  await expect(lightboxOf(page).getByText(`${YEAR}: 4 fotoğrafın 2’si incelendi`)).toBeVisible()
  await page.keyboard.press('v')
  await expect(lightboxOf(page).getByText(`${YEAR}: 4 fotoğrafın 3’ü incelendi`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(section(page).getByText('4 fotoğrafın 3’ü incelendi', { exact: true })).toBeVisible()
  await expect(heading(page)).toContainText(`${YEAR} denetimi sürüyor, 3 / 4`)
  await openTab(page, 'Fotoğraflar')
  await expect(tile(page)).toHaveAccessibleDescription('')
  await openTab(page, 'Denetim')
  await expect(button(page, 'Kanat B, Mid-WW: 2 fotoğrafın 1’i incelendi')).toBeVisible()

  // A finding without a severity keeps it from being published; the sentence leads to it.
  const finding = await addFinding(page.request, kanat.operator, {
    blade: 'A',
    side: 'LE',
    type: 'le-erosion',
    severity: null,
    year: YEAR,
  })
  await page.reload()
  await expect(section(page).getByText('1 bulgunun derecesi girilmeden denetim yayınlanamaz.')).toBeVisible()
  await expect(button(page, 'Yayınla')).toHaveAttribute('aria-disabled', 'true')
  await button(page, finding.number).click()
  await expect(page.getByRole('dialog').getByText(finding.number).first()).toBeVisible()
  await changeRecord(page.request, kanat.operator, 'PUT', `/api/turbines/1/findings/${finding.id}`, {
    severity: 3,
  })
  await page.goto(`${PAGE}?section=inspection`)

  // A photo that nobody has looked at needs a reason.
  await button(page, 'Onaya gönder').click()
  await expect(dialog(page).getByText('1 fotoğraf incelenmedi. Nedeni rapora yazılır.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Onaya gönder' }).click()
  await expect(dialog(page).getByText('Gerekçeyi yazın.')).toBeVisible()
  await dialog(page).getByRole('textbox').fill('Sis vardı.')
  await dialog(page).getByRole('button', { name: 'Onaya gönder' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(section(page).getByText('Onayda', { exact: true })).toBeVisible()
  await expect(section(page).getByText('İncelenmemiş fotoğrafların gerekçesi: Sis vardı.')).toBeVisible()
  await expect(heading(page)).toContainText('Değerlendirilmedi')

  // The sheet says what nobody has decided about, and wants a reason for it.
  await button(page, 'Yayınla').click()
  await expect(dialog(page).getByText('Onay kararı verilmemiş bulgular')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Sürüm 1’i yayınla' }).click()
  await expect(dialog(page).getByText('Gerekçeyi yazın.')).toBeVisible()
  await dialog(page)
    .getByRole('textbox', { name: 'Bu bulgular neden onay kararı olmadan yayınlanıyor?' })
    .fill('Acil onarım.')
  await dialog(page).getByRole('button', { name: 'Sürüm 1’i yayınla' }).click()
  await expect(section(page).getByText('Yayında · sürüm 1')).toBeVisible()
  await expect(heading(page)).toContainText('Onarılmalı')

  await customer.reload()
  await expect(section(customer).getByText(/^Sürüm 1 · yayınlandı \d+ \S+ \d{4}$/)).toBeVisible()
  await expect(section(customer)).not.toContainText('Sis vardı')
  await expect(heading(customer)).toContainText('Onarılmalı')

  // What changes later is for the team, until the next version.
  await changeRecord(page.request, kanat.operator, 'PUT', `/api/turbines/1/findings/${finding.id}`, {
    severity: 5,
    text: 'Ölçü yeniden alındı.',
  })
  await page.reload()
  await button(page, '2 yayınlanmamış değişiklik').click()
  await expect(section(page).getByText('Derece 3: Orta')).toBeVisible()
  await button(page, 'Yeni sürüm yayınla').click()
  await expect(dialog(page).getByText('Derece 5: Kritik')).toBeVisible()
  // Somebody else of the team looks at it, without the message that the reports of the version are made.
  const admin = await browser.newPage()
  await open(admin, kanat.admin)
  await button(admin, 'Yeni sürüm yayınla').click()
  await expect(dialog(admin).getByText('Derece 5: Kritik')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Gerekçe' }).fill('Ölçü düzeltildi.')
  await dialog(page).getByRole('button', { name: 'Sürüm 2’yi yayınla' }).click()
  await expect(section(page).getByText('Yayında · sürüm 2')).toBeVisible()
  await expect(button(page, 'Yeni sürüm yayınla')).toHaveAccessibleDescription(
    'Son sürümden beri değişen bir şey yok.',
  )

  await customer.reload()
  await expect(
    section(customer)
      .getByText(/^Sürüm 2 · yayınlandı/)
      .first(),
  ).toBeVisible()
  await button(customer, 'Neler değişti: sürüm 2').click()
  await expect(section(customer).getByText('Ölçü yeniden alındı.')).toBeVisible()
  await expect(section(customer).getByRole('button', { name: /yayınla|geri çek/i })).toHaveCount(0)
  const downloading = customer.waitForEvent('download')
  await button(customer, 'Mühürlü kayıt: sürüm 2').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`KRB-04-${YEAR}-v2.json`)
  const record = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(record).toMatchObject({ version: 2 })
  await admin.goto(`${PAGE}?section=inspection`)
  await expect(section(admin).getByText('Yayında · sürüm 2')).toBeVisible()
})

test('who is slower reads what has happened, and an admin withdraws a version', async ({ page, kanat }) => {
  provoke(page, 409)
  await addFinding(page.request, kanat.operator, {
    blade: 'A',
    side: 'LE',
    type: 'impact',
    severity: 2,
    year: YEAR,
  })
  await open(page, kanat.admin)
  await button(page, 'Yayınla').click()
  await expect(dialog(page)).toBeVisible()
  await moveInspection(page.request, kanat.operator, 1, YEAR, 'in_review')
  await dialog(page).getByRole('button', { name: 'Yayınla' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('şimdi: Onayda')
  await dialog(page).getByRole('textbox').fill('Acil onarım.')
  await dialog(page).getByRole('button', { name: 'Yayınla' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(section(page).getByText('Yayında · sürüm 1')).toBeVisible()

  await button(page, 'Sürüm 1’i geri çek').click()
  await dialog(page).getByRole('textbox').fill('Yanlış türbin.')
  await dialog(page).getByRole('button', { name: 'Sürümü geri çek' }).click()
  await expect(section(page).getByText('Açık', { exact: true })).toBeVisible()
  await expect(section(page).getByText('Geri çekildi', { exact: true })).toBeVisible()
  await expect(
    section(page)
      .getByText(/Yanlış türbin\./)
      .last(),
  ).toBeVisible()
  await expect(heading(page)).toContainText('Değerlendirilmedi')
})

test('a look that the server does not keep is told and taken back', async ({ page, kanat }) => {
  provoke(page, 'network')
  await uploadPhotos(page.request, kanat.operator, ['a1.jpg', 'a2.jpg'])
  await open(page, kanat.operator)
  await page.route('**/look?*', (route) => route.abort())
  await button(page, 'Sıradaki incelenmemiş').click()
  await page.keyboard.press('v')
  await expect(page.getByText('İncelendiği kaydedilemedi').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(section(page).getByText('2 fotoğrafın hiçbiri incelenmedi', { exact: true })).toBeVisible()
})

test('the same key goes on in the 360° view', async ({ page, kanat }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sphere = await jpeg({ width: 1600, height: 800 })
  await uploadNamed(page.request, kanat.operator, { 'a1.jpg': sphere })
  const [tip] = await uploadNamed(page.request, kanat.operator, { 'tip.jpg': sphere }, { room: '3' })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${PAGE}/360-view`)
  await expect(page.getByText(`${YEAR}: 2 fotoğrafın hiçbiri incelenmedi`)).toBeVisible()
  await page.keyboard.press('v')
  await expect(page).toHaveURL(new RegExp(`room=3&photo=${tip?.id}`))
  await page.getByRole('button', { name: 'Bulgu yok, sonraki' }).click()
  await expect(page.getByText(`${YEAR}: 2 fotoğrafın 2’si incelendi`)).toBeVisible()
  await expect(page.getByText(`${YEAR} yılında incelenmemiş başka fotoğraf kalmadı`)).toBeVisible()
})
