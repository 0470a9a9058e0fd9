import { cp, rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { codeOf, decodeBase32 } from '../../support/factors/factors.ts'
import { freePort } from '../../support/servers/server-process.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { expectAccessible } from '../support/axe.ts'
import { provoke } from '../support/console-errors.ts'
import {
  expect,
  sendSignInForm,
  signIn,
  signInByForm,
  storeLanguage,
  switchLanguage,
  test,
} from '../support/kanat.ts'
import { test as publicTest, startServer } from '../support/public-site.ts'

/** Gives the browser an authenticator that agrees to everything, as a person with a fingerprint would. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const signOut = async (page: Page) => {
  await page.evaluate(() => localStorage.clear())
  await page.goto('/login')
}

test('a user sets up an authenticator app, and signs in with its codes or a recovery code', async ({
  page,
  kanat,
}) => {
  provoke(page, 401)
  await storeLanguage(page, 'tr')
  await signInByForm(page, kanat.customer)
  await page.getByRole('button', { name: /hesap menüsü$/ }).click()
  await page.getByRole('menuitem', { name: 'Hesabım' }).click()
  await expect(page.getByText('Hesabınızda ikinci adım yok.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Kur', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Doğrulama uygulaması' })
  const shown = await dialog.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent()
  const secret = decodeBase32((shown ?? '').replaceAll(' ', ''))
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('000000')
  await dialog.getByRole('button', { name: 'Doğrula' }).click()
  await expect(dialog.getByText('Kod doğru değil.')).toBeVisible()
  await dialog.getByRole('textbox').fill(codeOf(secret, -1))
  await dialog.getByRole('button', { name: 'Doğrula' }).click()
  const codes = page.getByRole('alertdialog', { name: 'Kurtarma kodlarınız' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  const recovery = (await codes.getByRole('listitem').first().textContent()) ?? ''
  await codes.getByRole('button', { name: 'Sakladım' }).click()
  await expect(page.getByText('10 kurtarma kodunuz var.')).toBeVisible()

  await signOut(page)
  await sendSignInForm(page, kanat.customer)
  await expect(page.getByRole('heading', { name: 'İkinci adım' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Altı haneli kod' }).fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('doğru değil')
  await page.getByRole('textbox', { name: 'Altı haneli kod' }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')

  await signOut(page)
  await sendSignInForm(page, kanat.customer)
  await page.getByRole('button', { name: 'Kurtarma kodu gir' }).click()
  await page.getByRole('textbox', { name: 'Kurtarma kodu' }).fill(recovery)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

publicTest(
  'the server asks for a second step, and a passkey is enough to sign in',
  async ({ page, seed }) => {
    const dir = await temporaryFolder()
    await cp(seed.dir, dir, { recursive: true })
    const port = String(await freePort())
    const origin = `http://localhost:${port}`
    await using server = await startServer(dir, {
      PORT: port,
      ORIGIN: origin,
      REQUIRE_SECOND_FACTOR: 'all',
    })
    provoke(page, 403)
    await addAuthenticator(page)
    await storeLanguage(page, 'en')
    await page.goto(`${origin}/login`)
    await page.getByLabel('E-mail').fill(seed.operator.email)
    await page.getByLabel('Password', { exact: true }).fill(seed.operator.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('Add an authenticator app or a passkey to continue.')).toBeVisible()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByRole('link', { name: /Karaburun 4/ })).toBeVisible()

    await page.evaluate(() => localStorage.removeItem('kanat.token'))
    await page.goto(`${origin}/login`)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(`${origin}/dashboard`)
    await page.goto(`${origin}/dashboard/account`)
    await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
    await expectAccessible(page)
    await server.end('SIGTERM')
    await rm(dir, { recursive: true })
  },
)

test('a user sees the open sessions and ends one of them', async ({ page, browser, kanat }) => {
  const other = await browser.newPage({ baseURL: kanat.origin })
  await storeLanguage(other, 'tr')
  await signIn(other, kanat.admin)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, '/dashboard/account')
  const list = page.getByRole('region', { name: 'Açık oturumlar' })
  await expect(list.getByText('Bu oturum')).toBeVisible()
  await list.getByRole('button', { name: 'Diğer bütün oturumları kapat' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  provoke(other, 401)
  await other.reload()
  await expect(other).toHaveURL('/login')
  await other.close()
  await switchLanguage(page)
  await expect(page.getByRole('region', { name: 'Open sessions' }).getByText('This session')).toBeVisible()
})

test('an invited user opens the link, chooses a password and is signed in', async ({
  page,
  browser,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/users')
  await page.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcı ekle', exact: true })
  await dialog.getByRole('textbox', { name: 'Ad', exact: true }).fill('İdil')
  await dialog.getByRole('textbox', { name: 'Soyad' }).fill('Işık')
  await dialog.getByRole('textbox', { name: 'E-posta' }).fill('idil@lodos.example')
  await dialog.getByRole('combobox', { name: 'Şirket' }).fill('lodos')
  await page.getByRole('option', { name: 'Lodos Rüzgâr' }).click()
  await dialog.getByRole('button', { name: 'Kullanıcı ekle' }).click()
  // Without SMTP the link is shown once.
  const link = page.getByRole('alertdialog', { name: 'Davet bağlantısı' })
  const address = (await link.getByText(/\/invitation#/).textContent()) ?? ''
  await link.getByRole('button', { name: 'Kapat' }).click()

  const guest = await browser.newPage({ baseURL: kanat.origin })
  provoke(guest, 404)
  await storeLanguage(guest, 'tr')
  await guest.goto(`/invitation${address.slice(address.indexOf('#'))}`)
  await expect(
    guest.getByText('İdil, Lodos Rüzgâr denetimlerini görmek için bir şifre belirleyin.'),
  ).toBeVisible()
  await expectAccessible(guest)
  await guest.getByRole('textbox', { name: 'Yeni şifre', exact: true }).fill('fırtına-7')
  await guest.getByRole('textbox', { name: 'Yeni şifre (tekrar)', exact: true }).fill('fırtına-7')
  await guest.getByRole('button', { name: 'Şifreyi kaydet ve devam et' }).click()
  await expect(guest).toHaveURL('/dashboard')
  await guest.goto(`/invitation${address.slice(address.indexOf('#'))}`)
  await expect(guest.getByRole('heading', { name: 'Bu davet artık geçerli değil' })).toBeVisible()
  await guest.close()
})
