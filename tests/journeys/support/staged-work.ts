import { expect, type Locator, type Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'

/** Staged photos of blade A in room Mid-WW of a turbine, in a Turkish panel. */

const YEAR = new Date().getFullYear()
export const TURBINE = `/dashboard/turbine/1?a=2.${YEAR}`
const PLACE = `Mid-WW · ${YEAR}`

export function bladeA(page: Page): Locator {
  return page.getByRole('region', { name: 'Kanat A' })
}

/** The tray of the files that wait for this place. */
export function waiting(page: Page, count: number, place = PLACE): Locator {
  return bladeA(page).getByText(`${count} dosya yüklenmeyi bekliyor→${place}`)
}

export async function stage(page: Page, ...names: string[]) {
  const buffer = await jpeg({ width: 300, height: 200 })
  const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }))
  await bladeA(page).getByLabel('Kanat A için fotoğraf seç').setInputFiles(files)
  for (const name of names) await expect(bladeA(page).getByTitle(name, { exact: true })).toBeVisible()
}

/** Answers the question before files are left or removed. */
export async function agreeToLeave(page: Page) {
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: /^(Yine de ayrıl|Dosyaları sil ve çıkış yap)$/ }).click()
  await expect(question).toBeHidden()
}

/** The keys of the staged files that the browser stores. */
export function storedFiles(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    // Opening a missing database would create it, and the panel would then find a database without its object stores.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'kanat-staged-files')) return []
    return new Promise<unknown[]>((resolve, reject) => {
      const opening = indexedDB.open('kanat-staged-files')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const reading = opening.result.transaction('files').objectStore('files').getAllKeys()
        reading.onsuccess = () => resolve(reading.result)
        opening.result.close()
      }
    })
  })
}
