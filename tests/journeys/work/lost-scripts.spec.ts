import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { provoke } from '../support/console-errors.ts'
import { loseNetwork, loseScripts, restoreNetwork } from '../support/disturbances.ts'
import { expect, openTab, signIn, storeLanguage, test } from '../support/kanat.ts'

/** Stages a photo of blade A on the page of Karaburun 4. It must outlast every missing script. */
async function stagePhoto(page: Page) {
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  await openTab(page, 'Fotoğraflar')
  const block = page.getByRole('region', { name: 'Kanat A' })
  await block
    .getByLabel('Kanat A için fotoğraf seç')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await jpeg() })
  // In its block, or in the notice above the other tabs.
  const staged = page.getByText('1 dosya yüklenmeyi bekliyor')
  await expect(staged).toBeVisible()
  return staged
}

test('a part whose script is lost says so, and leaves the rest as it is', async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  // These load early, when the pointer comes near, so they are lost from the beginning.
  const giveBack = await loseScripts(page, /^(search-everywhere|person-menu|tooltip-popup|finding-dialog)\./)
  await signIn(page, kanat.admin)
  const staged = await stagePhoto(page)

  const failure = page.getByRole('dialog', { name: 'Bu bölüm yüklenemedi' })
  const search = {
    open: () => page.keyboard.press('Control+k'),
    shown: page.getByRole('dialog').getByRole('combobox'),
  }
  const others = [
    {
      open: () => page.getByRole('button', { name: /hesap menüsü$/ }).click(),
      shown: page.getByRole('menuitem', { name: 'Çıkış yap' }),
    },
    {
      open: async () => {
        await openTab(page, 'Bulgular')
        await page.getByRole('button', { name: 'Bulgu ekle' }).click()
      },
      shown: page.getByRole('dialog', { name: 'Bulgu ekle', exact: true }),
    },
  ]
  for (const { open, shown } of [search, ...others]) {
    await open()
    await expect(failure).toBeVisible()
    await failure.getByRole('button', { name: 'Tekrar Dene' }).click()
    await expect(failure).toBeVisible()
    await expect(page.getByText(/hesap menüsü$/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(failure).toBeHidden()
    await expect(shown).toBeHidden()
    await expect(staged).toBeVisible()
  }
  const tooltip = page.locator('.z-tooltip')
  const controls = page.getByRole('banner').locator('[data-tooltip]')
  await controls.first().focus()
  await page.keyboard.press('Tab')
  await expect(staged).toBeVisible()
  await expect(tooltip).toHaveCount(0)

  await search.open()
  await expect(failure).toBeVisible()
  await giveBack()
  await failure.getByRole('button', { name: 'Tekrar Dene' }).click()
  await expect(search.shown).toBeVisible()
  await page.keyboard.press('Escape')
  for (const { open, shown } of others) {
    await open()
    await expect(shown).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await controls.first().hover()
  await expect(tooltip).toBeVisible()
  await openTab(page, 'Fotoğraflar')
  await expect(
    page.getByRole('region', { name: 'Kanat A' }).getByTitle('a.jpg', { exact: true }),
  ).toBeVisible()
})

test('without network a page that was never opened says so, and opens when the network is back', {
  tag: '@core',
}, async ({ page, kanat }) => {
  provoke(page, /ScriptError/)
  await storeLanguage(page, 'en')
  await signIn(page, kanat.superadmin)
  await expect(page.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()
  await loseNetwork(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('heading', { name: 'The page could not be loaded' })).toBeVisible()
  await restoreNetwork(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
})

test('a page of an old version loads again, but not while photos are staged', async ({ page, kanat }) => {
  provoke(page, 404, /ScriptError/)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin)
  const staged = await stagePhoto(page)
  // The server now answers with the page of another version, and has the scripts of that version only.
  let loads = 0
  const lost = '**/_astro/finding-dialog.*'
  await page.route(lost, (route) => route.fulfill({ status: 404 }))
  await page.route('**/login', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><astro-island component-url="/_astro/panel.next.js"></astro-island>',
    }),
  )
  page.on('load', () => {
    loads += 1
  })

  await openTab(page, 'Bulgular')
  await page.getByRole('button', { name: 'Bulgu ekle' }).click()
  const updated = page.getByRole('dialog', { name: 'Kanat güncellendi' })
  await expect(updated.getByRole('button', { name: 'Sayfayı yenile' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(updated).toBeHidden()
  await expect(staged).toBeVisible()
  expect(loads).toBe(0)

  await openTab(page, 'Fotoğraflar')
  await page.getByRole('region', { name: 'Kanat A' }).getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(page.getByRole('button', { name: 'a.jpg fotoğrafını aç' })).toBeVisible()
  await expect(staged).toBeHidden()
  const loaded = page.waitForEvent('load')
  await page.getByRole('navigation').getByRole('link', { name: 'Kullanıcılar' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Kullanıcılar' })).toBeVisible()
})
