import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { Language } from '#domain/text/language.ts'
import { makeUser } from '../../support/accounts.ts'
import { jpeg } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'
import { COLOURS, expectNoViolations } from '../support/axe.ts'
import { expect, test as kanatTest, signIn, storeLanguage } from '../support/kanat.ts'
import { ServedApp } from '../support/served-app.ts'

/** The most clicks from the empty list to a turbine with its first photos. */
const CLICKS_MAX = 8

/** An installation with nothing but its first superadmin. */
const test = kanatTest.extend({
  kanat: async ({ shared }, use) => {
    const testApp = await TestApp.open({}, 'disk')
    const owner = await makeUser(testApp, { role: 'superadmin' })
    await testApp.close()
    await using server = await ServedApp.start(testApp.dir, shared)
    const { origin } = server
    await use({ origin, dir: testApp.dir, superadmin: owner, admin: owner, operator: owner, customer: owner })
    await rm(testApp.dir, { recursive: true })
  },
})

/** What a person reads and types, in each language. */
const WORDS = {
  tr: {
    steps: 'İlk adımlar',
    addCompany: 'Şirket ekle',
    name: 'Şirket adı',
    addTurbine: 'Türbin ekle',
    code: /^Kod/,
    turbine: { Kod: 'BR-01', Şehir: 'izmir', Konum: 'Çeşme' },
    title: 'İzmir Türbini',
    company: 'Şirket',
    toUpload: 'Fotoğraf yükle',
    picker: 'Kanat A için fotoğraf seç',
    blade: 'Kanat A',
    upload: '1 dosyayı yükle',
    photo: 'kok_1.jpg fotoğrafını aç',
    system: 'Sistem',
    skip: 'Atla Kişiler',
    skipped: 'Atlandı',
    undo: 'Geri al Kişiler',
    noBackup: 'Bilinen bir yedek yok.',
    none: 'Henüz şirket yok.',
  },
  en: {
    steps: 'First steps',
    addCompany: 'Add company',
    name: 'Company name',
    addTurbine: 'Add turbine',
    code: /^Code/,
    turbine: { Code: 'BR-01', City: 'izmir', Location: 'Çeşme' },
    title: 'İzmir turbine',
    company: 'Company',
    toUpload: 'Upload photos',
    picker: 'Choose photos for blade A',
    blade: 'Blade A',
    upload: 'Upload 1 file',
    photo: 'Open kok_1.jpg',
    system: 'System',
    skip: 'Skip People',
    skipped: 'Skipped',
    undo: 'Undo People',
    noBackup: 'No backup is known.',
    none: 'There is no company yet.',
  },
}

/** Checks the page in both themes. */
async function expectAccessible(page: Page) {
  await expectNoViolations(page)
  for (const theme of ['dark', 'light']) {
    await page.evaluate((chosen) => document.documentElement.setAttribute('data-theme', chosen), theme)
    await expectNoViolations(page, false, COLOURS)
  }
}

for (const language of ['tr', 'en'] as const satisfies Language[]) {
  test(`a newcomer comes from an empty installation to the first photos (${language})`, async ({
    page,
    kanat,
  }) => {
    const words = WORDS[language]
    let clicks = 0
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    await storeLanguage(page, language)
    await signIn(page, kanat.superadmin)
    const steps = page.getByRole('region', { name: words.steps })
    const step = (name: string) => steps.getByRole('listitem').filter({ hasText: name })
    await expect(steps.getByRole('listitem')).toHaveCount(5)
    await expect(steps.locator('[aria-current="step"]')).toContainText(words.addCompany)
    await expectAccessible(page)

    const dialog = page.getByRole('dialog')
    // A required choice without entries leads to where they are made.
    await page.goto('/dashboard?form=add')
    await expect(page.getByText(words.none)).toBeVisible()
    await dialog.getByRole('textbox', { name: words.code }).fill('BR-01')
    await dialog.getByRole('link', { name: words.addCompany }).click()
    await expect(dialog.getByRole('textbox', { name: words.name })).toBeVisible()
    await page.goBack()
    await expect(dialog.getByRole('textbox', { name: words.code })).toHaveValue('BR-01')
    await page.goto('/dashboard')

    await click(steps.getByRole('link', { name: words.addCompany }))
    await dialog.getByRole('textbox', { name: words.name }).fill('Bora Enerji')
    await click(dialog.getByRole('button', { name: words.addCompany }))
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Bora Enerji' }).getByRole('button').first(),
    ).toBeFocused()
    await click(page.getByRole('link', { name: words.addTurbine }))
    for (const [name, value] of Object.entries(words.turbine))
      await dialog.getByRole('textbox', { name, exact: true }).fill(value)
    await expect(dialog.getByRole('combobox', { name: words.company })).toHaveValue('Bora Enerji')
    await click(dialog.getByRole('button', { name: words.addTurbine }))
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()

    await click(page.getByRole('button', { name: words.toUpload }))
    // Choosing files is a click on the tile and one in the window of the system.
    clicks += 2
    const photo = { name: 'kok_1.jpg', mimeType: 'image/jpeg', buffer: await jpeg() }
    await page.getByLabel(words.picker).setInputFiles([photo])
    await click(page.getByRole('region', { name: words.blade }).getByRole('button', { name: words.upload }))
    await expect(page.getByRole('button', { name: words.photo }).first()).toBeVisible()
    expect(clicks).toBeLessThanOrEqual(CLICKS_MAX)

    // What is left stands under the state of the server, and what is skipped stays skipped.
    await page.getByRole('banner').getByRole('navigation').getByRole('link', { name: words.system }).click()
    await expect(page.getByText(words.noBackup)).toBeVisible()
    await steps.getByRole('button', { name: words.skip }).click()
    await page.reload()
    await expect(step(words.skipped)).toHaveCount(1)
    await expectAccessible(page)
    await steps.getByRole('button', { name: words.undo }).click()
    await expect(step(words.skipped)).toHaveCount(0)
  })
}
