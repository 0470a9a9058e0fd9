import type { Locator, Page } from '@playwright/test'
import { addFinding } from '../support/by-api.ts'
import { holdAnswers } from '../support/disturbances.ts'
import { endSessionOnServer, expect, sendSignInForm, signIn, storeLanguage, test } from '../support/kanat.ts'

const YEAR = String(new Date().getFullYear())
const TURBINE = '/dashboard/turbine/1'

/** A form of the panel: where it is, how it opens, and one of its fields. A new form needs one line. */
interface Form {
  path: string
  open: (page: Page) => Locator
  field: (page: Page) => Locator
  /** What is typed; undefined for a choice, which is made. */
  typed?: string
}

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true })
const textbox = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('textbox', { name, exact: true })

const IN_LISTS: Record<string, Form> = {
  'adding a turbine': {
    path: '/dashboard',
    open: button('Türbin ekle'),
    field: textbox('Konum'),
    typed: 'Foça',
  },
  'editing a turbine': {
    path: '/dashboard',
    open: button('Karaburun 4 türbinini düzenle'),
    field: textbox('Konum'),
    typed: 'Foça',
  },
  'adding a company': {
    path: '/dashboard/companies',
    open: button('Şirket ekle'),
    field: textbox('Telefon'),
    typed: '0232',
  },
  'editing a company': {
    path: '/dashboard/companies',
    open: button('Bora Enerji şirketini düzenle'),
    field: textbox('Telefon'),
    typed: '0232',
  },
  'adding a user': {
    path: '/dashboard/users',
    open: button('Kullanıcı ekle'),
    field: textbox('Ad'),
    typed: 'Işıl',
  },
  'editing a user': {
    path: '/dashboard/users',
    open: (page) => button(/düzenle$/)(page).last(),
    field: textbox('Ad'),
    typed: 'Işıl',
  },
}

const OF_A_TURBINE: Record<string, Form> = {
  'adding a finding': {
    path: `${TURBINE}?section=findings`,
    open: button('Bulgu ekle'),
    field: textbox('Açıklama'),
    typed: 'Kılcal çatlak',
  },
  'editing a finding': {
    path: `${TURBINE}?finding=1`,
    open: button('Düzenle'),
    field: textbox('Açıklama'),
    typed: 'Kılcal çatlak',
  },
  'importing findings': {
    path: `${TURBINE}?section=findings`,
    open: button('Bulguları içe aktar'),
    field: (page) => page.getByRole('radio', { name: /^Rotor merkezinden/ }),
  },
  'making a report': {
    path: `${TURBINE}?reports=${YEAR}`,
    open: button('Denetim raporu hazırla'),
    field: textbox('Hava'),
    typed: 'Parçalı bulutlu',
  },
  'writing a comment': {
    path: TURBINE,
    open: (page) => page.getByRole('button', { name: /^Yorumlar \d/ }),
    field: textbox('Yeni yorum'),
    typed: 'Vinç martta',
  },
  'commenting on a finding': {
    path: `${TURBINE}?section=findings`,
    open: button(/^A-LE-001, derece/),
    field: (page) =>
      page.getByRole('dialog', { name: 'A-LE-001' }).getByRole('textbox', { name: 'Yeni yorum' }),
    typed: 'Vinç martta',
  },
}

/** What happens to a person who has typed something. Each leaves the page where the form is, or one step before it. */
const MEANS: Record<string, (page: Page, signInAgain: () => Promise<void>) => Promise<unknown>> = {
  Back: (page) => page.goBack(),
  reload: (page) => page.reload(),
  'narrow window': async (page) => {
    await page.setViewportSize({ width: 700, height: 900 })
    const notice = page.getByRole('heading', { name: 'Pencere panel için çok dar' })
    await expect(notice).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Pencere panel için çok dar' })).toBeFocused()
    // Chromium closes a dialog of its own with the third Escape, and the form below must not be closed either.
    for (let time = 0; time < 3; time += 1) await page.keyboard.press('Escape')
    await expect(notice).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  },
  'end of the session': async (page, signInAgain) => {
    await endSessionOnServer(page)
    await page.reload()
    await signInAgain()
  },
}

async function expectKept(page: Page, { path, open, field, typed }: Form, signInAgain: () => Promise<void>) {
  await page.goto(path)
  await open(page).first().click()
  if (typed === undefined) await field(page).check()
  else await field(page).fill(typed)
  for (const [name, happens] of Object.entries(MEANS)) {
    await test.step(name, async () => {
      await happens(page, signInAgain)
      if (name === 'Back') {
        await expect(field(page)).toBeHidden()
        await open(page).first().click()
      }
      if (typed === undefined) await expect(field(page)).toBeChecked()
      else await expect(field(page)).toHaveValue(typed)
    })
  }
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await storeLanguage(page, 'tr')
})

test('what is typed in the forms of the lists survives all that happens', async ({ page, kanat }) => {
  await signIn(page, kanat.superadmin)
  for (const [name, form] of Object.entries(IN_LISTS)) {
    await test.step(name, () => expectKept(page, form, () => sendSignInForm(page, kanat.superadmin)))
  }
})

test('what is typed in the forms of a turbine survives the same', async ({ page, request, kanat }) => {
  await addFinding(request, kanat.operator, {
    blade: 'A',
    side: 'LE',
    type: 'le-erosion',
    from_m: 3,
    severity: 2,
  })
  await signIn(page, kanat.admin)
  for (const [name, form] of Object.entries(OF_A_TURBINE)) {
    await test.step(name, () => expectKept(page, form, () => sendSignInForm(page, kanat.admin)))
  }
})

test('what a slow answer has saved is not kept, and signing in as somebody else shows nothing', async ({
  page,
  kanat,
}) => {
  await signIn(page, kanat.superadmin)
  const edit = button('Karaburun 4 türbinini düzenle')(page)
  const code = textbox('Kod')(page)
  await edit.click()
  await code.fill('KRB-05')
  const held = await holdAnswers(page, { method: 'PUT', path: /^\/api\/turbines\/1$/ })
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect.poll(() => held.requests.length).toBe(1)
  await page.goBack()
  await expect(code).toBeHidden()
  await held.release()
  await expect(page.getByText('KRB-05')).toBeVisible()
  await edit.click()
  await expect(code).toHaveValue('KRB-05')
  await expect(page.getByText('Kaldığınız yerden devam ediyorsunuz')).toBeHidden()

  await code.fill('KRB-06')
  await page.reload()
  await expect(page.getByText('Kaldığınız yerden devam ediyorsunuz')).toBeVisible()
  await expect(textbox('Türbin adı')(page)).toBeFocused()
  await endSessionOnServer(page)
  await page.reload()
  await sendSignInForm(page, kanat.admin)
  await expect(page.getByRole('heading', { name: 'Türbinler' })).toBeVisible()
  const keptKeys = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kanat.kept/')))
  await expect.poll(keptKeys).toHaveLength(1)
  await expect(page.getByText('KRB-06')).toBeHidden()
})
