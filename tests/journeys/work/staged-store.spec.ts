import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { holdAnswers, sendIntoSilence } from '../support/disturbances.ts'
import { expect, signIn, signOut, storeLanguage, test } from '../support/kanat.ts'

const YEAR = new Date().getFullYear()
const PAGE = '/dashboard/turbine/1'
const WAITING = '1 dosya yüklenmeyi bekliyor'
const REFUSED =
  'Bu tarayıcı penceresi dosya saklamıyor (örneğin gizli pencere); sayfa yenilenirse bu dosyaları yeniden seçmeniz gerekir.'
const FULL = 'Tarayıcının depolama alanı dolu; sayfa yenilenirse bu dosyaları yeniden seçmeniz gerekir.'

const block = (page: Page) => page.getByRole('region', { name: 'Kanat A' })

async function stage(page: Page, name = 'a.jpg') {
  const file = { name, mimeType: 'image/jpeg', buffer: await jpeg({ width: 600, height: 400 }) }
  await block(page).getByLabel('Kanat A için fotoğraf seç').setInputFiles(file)
  await expect(block(page).getByText(WAITING)).toBeVisible()
}

/** The number of staged files that the browser has stored. `ageMs` first changes the time at which they were stored to this many milliseconds ago. */
function stored(page: Page, ageMs?: number) {
  return page.evaluate(
    (age) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('kanat-staged-files')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('files', 'readwrite')
          let count = 0
          transaction.objectStore('files').openCursor().onsuccess = ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
            if (!cursor) return
            count += 1
            if (age !== undefined) cursor.update({ ...cursor.value, storedAt: Date.now() - age })
            cursor.continue()
          }
          transaction.oncomplete = () => {
            opening.result.close()
            resolve(count)
          }
        }
      }),
    ageMs,
  )
}

test('staged files stay for their user, for a week, in one tab', async ({ page, kanat, context }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${PAGE}?section=map`)
  await stage(page)
  await expect.poll(() => stored(page)).toBe(1)
  await page.reload()
  await expect(block(page).getByText(WAITING)).toBeVisible()

  // The other tab gets the files when this one is closed.
  const other = await context.newPage()
  await storeLanguage(other, 'tr')
  await other.goto(`${PAGE}?section=map`)
  await expect(block(other).getByRole('combobox', { name: 'Oda' })).toBeVisible()
  await expect(block(other).getByText(WAITING)).toBeHidden()
  await page.close()
  await expect(block(other).getByText(WAITING)).toBeVisible()

  // Another user of this computer does not see them, and they wait for their owner.
  await signIn(other, kanat.admin, `${PAGE}?section=map`)
  await expect(block(other).getByRole('combobox', { name: 'Oda' })).toBeVisible()
  await expect(block(other).getByText(WAITING)).toBeHidden()
  await expect.poll(() => stored(other)).toBe(1)
  await signIn(other, kanat.operator, `${PAGE}?section=map`)
  await expect(block(other).getByText(WAITING)).toBeVisible()

  // After a week they are forgotten, and a sign-out by hand removes them at once.
  await stored(other, 8 * 24 * 60 * 60 * 1000)
  other.on('dialog', (dialog) => void dialog.accept())
  await other.reload()
  await expect.poll(() => stored(other)).toBe(0)
  await expect(block(other).getByRole('combobox', { name: 'Oda' })).toBeVisible()
  await expect(block(other).getByText(WAITING)).toBeHidden()
  await stage(other, 'b.jpg')
  await expect.poll(() => stored(other)).toBe(1)
  await signOut(other)
  await other.getByRole('alertdialog').getByRole('button', { name: 'Dosyaları sil ve çıkış yap' }).click()
  await expect(other).toHaveURL('/')
  await expect.poll(() => stored(other)).toBe(0)
})

test('files that the browser cannot store are staged with a notice', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${PAGE}?section=map`)
  await expect(block(page).getByRole('combobox', { name: 'Oda' })).toBeVisible()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Storage.overrideQuotaForOrigin', { origin: kanat.origin, quotaSize: 1024 })
  await stage(page)
  await expect(block(page).getByText(FULL)).toBeVisible()
  await block(page).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block(page).getByRole('button', { name: /^a\.jpg/ })).toBeVisible()
  await expect(block(page).getByText(FULL)).toBeHidden()
})

test('files that the browser refuses to store are staged with a notice', async ({ page, kanat }) => {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype
    // As in a private window of Safari, which stores no file: it takes the request and ends the transaction later.
    IDBObjectStore.prototype.put = function (...values) {
      const request = put.apply(this, values)
      if (this.name === 'files') queueMicrotask(() => this.transaction.abort())
      return request
    }
  })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${PAGE}?section=map`)
  await stage(page)
  await expect(block(page).getByText(REFUSED)).toBeVisible()
  await block(page).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block(page).getByRole('button', { name: /^a\.jpg/ })).toBeVisible()
  expect(errors).toEqual([])
})

test('a closed tab leaves its upload to another tab', async ({ page, kanat, context }) => {
  page.on('dialog', (dialog) => void dialog.accept())
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${PAGE}?a=2.${YEAR}`)
  await stage(page, 'first.jpg')
  const endSilence = await sendIntoSilence(page, { method: 'POST', path: '/api/turbines/1/photos' })
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await block(page).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await sent

  const other = await context.newPage()
  await storeLanguage(other, 'tr')
  await other.goto(`${PAGE}?a=5.${YEAR}`)
  await stage(other, 'second.jpg')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
  endSilence()
  await expect(other.getByRole('button', { name: 'Kanat A, Mid-WW, 1 fotoğraf' })).toBeVisible()
  await expect(block(other).getByText(WAITING)).toBeVisible()
  await expect(block(other).getByTitle('second.jpg', { exact: true })).toBeVisible()
  await block(other).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block(other).getByRole('button', { name: 'second.jpg fotoğrafını aç' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Kanat A, Mid-WW, 1 fotoğraf' })).toBeVisible()
})

test('an upload goes on while its user is on another page, and says its end', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.operator, `${PAGE}?section=map`)
  await stage(page)
  const held = await holdAnswers(page, { method: 'POST', path: '/api/turbines/1/photos' })
  await block(page).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect.poll(() => held.requests.length).toBe(1)
  await page.getByRole('navigation').getByRole('link', { name: 'Türbinler' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yine de ayrıl' }).click()
  await expect(page).toHaveURL('/dashboard')
  await held.release()
  await expect(page.getByText('Fotoğraflar yüklendi')).toBeVisible()
  await expect.poll(() => stored(page)).toBe(0)
})
