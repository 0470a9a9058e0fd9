import type { Page, Route } from '@playwright/test'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import { readZip } from '../../support/files/read-zip.ts'
import { publishInspection, uploadPhotos } from '../support/by-api.ts'
import { expect, type Kanat, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = new Date().getFullYear()
const PAGE = '/dashboard/turbine/1'
const JOBS = /\/api\/turbines\/1\/dossier-jobs/

const dialog = (page: Page) =>
  page.getByRole('dialog', { name: /^(Mühürlü denetim dosyası|Sealed inspection dossier):/ })

async function prepare(page: Page, { operator }: Kanat) {
  await uploadPhotos(page.request, operator, ['a1.jpg', 'a2.jpg'], { year: String(YEAR) })
  await publishInspection(page.request, operator, YEAR)
}

/** Lets the panel read dossiers as if they were in the middle of their preparation, until they are released. */
async function holdDossiers(page: Page) {
  let isHeld = true
  const held = (job: DossierJob): DossierJob => ({
    ...job,
    state: 'running',
    progress: 0.4,
    url: null,
    size: null,
  })
  await page.route(JOBS, async (route: Route) => {
    if (!isHeld || route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: DossierJob | DossierJob[] }
    await route.fulfill({
      response,
      json: { ...rest, data: Array.isArray(data) ? data.map(held) : held(data) },
    })
  })
  return {
    release() {
      isHeld = false
    },
  }
}

test('a customer orders the dossier of a version, and downloads it', async ({ page, kanat }) => {
  await prepare(page, kanat)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.customer, `${PAGE}?section=inspection`)
  const dossiers = await holdDossiers(page)
  await page.getByRole('button', { name: 'Mühürlü denetim dosyası hazırla: sürüm 1' }).click()
  await expect(dialog(page)).toContainText('Kanat olmadan da doğrulanabilir')
  await expect(dialog(page).getByRole('radio', { name: 'Özgün fotoğraflar' })).toBeChecked()
  await expect(dialog(page)).toContainText(/Yaklaşık \d+,\d (MB|GB)|Yaklaşık < 0,1 MB/)
  await dialog(page).getByText('Nasıl doğrulanır?').click()
  await expect(dialog(page).getByText('sha256sum -c SHA256SUMS', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText(/^openssl pkeyutl -verify /)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Dosyayı hazırla' }).click()
  await expect(dialog(page)).toBeHidden()
  const progress = page.getByRole('progressbar', { name: 'Denetim dosyası, sürüm 1 (Özgün fotoğraflar)' })
  await expect(progress).toHaveAttribute('aria-valuetext', '%40')

  // A reload and another screen lose nothing.
  await page.reload()
  await expect(progress).toBeVisible()
  await page.getByRole('link', { name: 'Türbinler' }).first().click()
  await expect(page).toHaveURL('/dashboard')
  dossiers.release()
  const notice = page.getByRole('dialog').filter({ hasText: 'Denetim dosyası hazır' })
  await expect(notice).toContainText(`Karaburun 4, ${YEAR} denetimi, sürüm 1`)
  const downloading = page.waitForEvent('download')
  await notice.getByRole('button', { name: 'İndir' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`denetim-dosyasi-KRB-04-${YEAR}-1.zip`)
  const files = await readZip(await download.path())
  expect(files.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'inspection.json',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'photos/a1.jpg',
      'photos/a2.jpg',
    ]),
  )
  await expect(notice).toBeHidden()

  await page.goto(`${PAGE}?section=inspection`)
  const link = page.getByRole('link', { name: 'İndir: denetim dosyası, sürüm 1 (Özgün fotoğraflar)' })
  await expect(link).toHaveAttribute('href', /^\/media\/dossiers\//)
  await expect(progress).toBeHidden()
})
