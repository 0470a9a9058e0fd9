import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, signIn, storeLanguage, switchLanguage, test } from '../support/kanat.ts'

const STOP = {
  tr: 'Cumartesi 10.00’da yarım saatlik bakım var.',
  en: 'Half an hour of maintenance on Saturday at 10:00.',
}

test('the notice of the server is on every screen until it is over', async ({ page, kanat }) => {
  const file = join(kanat.dir, 'notice.json')
  await writeFile(file, JSON.stringify(STOP))
  await page.clock.install()
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  const notice = page.getByRole('complementary', { name: /^(Duyuru|Notice)$/ })
  await expect(notice).toHaveText(STOP.tr)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await expect(notice).toHaveText(STOP.tr)
  await switchLanguage(page)
  await expect(notice).toHaveText(STOP.en)

  await rm(file)
  await page.clock.runFor(60_000)
  await expect(notice).toBeHidden()
})
