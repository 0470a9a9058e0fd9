import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { jpeg, pdf } from '../../support/builders.ts'
import { box } from '../../support/finding-setup.ts'
import { ALL_RULES, COLOURS, findViolations } from '../support/axe.ts'
import {
  addFinding,
  addRecord,
  addTurbineOnMap,
  publishInspection,
  uploadNamed,
  uploadReport,
} from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, type Kanat, lightboxOf, sendSignInForm, test } from '../support/kanat.ts'
import { findWidePanes } from '../support/layout.ts'
import { findTranslated, translatePages } from '../support/translator.ts'

/** A state of the panel that is checked. */
interface Screen {
  name: string
  /** Where the user goes. Without it, the screen is opened from the one before. */
  path?: string
  /** What the user does there. */
  open?: (page: Page) => Promise<unknown>
  /** A part that is there once the screen is loaded. */
  shown: (page: Page) => Locator
  /** True if the next screen needs what is opened. Otherwise Escape closes it. */
  staysOpen?: true
  /** True while a menu is open, which is outside of the landmarks. */
  isPopup?: true
}

type Role = Parameters<Page['getByRole']>[0]

const YEAR = new Date().getFullYear()
const TURBINE = turbineAddress(1)
const NOTICE = { tr: 'Yarın bakım var.', en: 'There is maintenance tomorrow.' }
const FLAT = await jpeg({ width: 600, height: 450 })

/** An element whose name begins with one of these words, the first in Turkish, the second in English. */
const find =
  (role: Role, tr: string, en = tr) =>
  (page: Page) =>
    page.getByRole(role, { name: new RegExp(`^(${tr}|${en})`) }).first()
const press = (tr: string, en: string) => (page: Page) => find('button', tr, en)(page).click()
const pressOn = (on: (page: Page) => Locator, key: string) => (page: Page) => on(page).press(key)
const form = (page: Page) => page.getByRole('dialog').locator('[type="submit"]')
const wrongField = (page: Page) => page.locator('[aria-invalid="true"]').first()
/** Opens a form and sends it without a change. */
const send = (tr: string, en: string) => async (page: Page) => {
  await press(tr, en)(page)
  await form(page).click()
}
const comparison = find('dialog', 'Fotoğraf karşılaştırma', 'Photo comparison')
const addFindingButton = find('button', 'Bulgu ekle', 'Add finding')
const allPhotos = find('heading', 'Tüm fotoğraflar', 'All photos')
const EDIT = ['Karaburun 4 türbinini düzenle', 'Edit turbine Karaburun 4'] as const
const DELETE = ['Karaburun 4 türbinini sil', 'Delete turbine Karaburun 4'] as const
const title = (tr: string, en: string) => find('heading', tr, en)

const SCREENS: Screen[] = [
  { name: 'cards of turbines', path: '/dashboard', shown: find('link', 'Karaburun 4') },
  {
    name: 'menu of the account',
    open: (page) => page.getByRole('button', { name: /(hesap menüsü|account menu)$/ }).click(),
    shown: find('menuitem', 'Çıkış yap', 'Sign out'),
    isPopup: true,
  },
  {
    name: 'notifications',
    open: press('Bildirimler', 'Notifications'),
    shown: find('link', 'Ada Yel, Karaburun 4', 'Ada Yel commented on Karaburun 4'),
    staysOpen: true,
  },
  {
    name: 'settings of notifications',
    open: press('Bildirim ayarları', 'Notification settings'),
    shown: find('checkbox', 'Yayınlanan denetimler', 'Published inspections'),
  },
  { name: 'adding a turbine', open: press('Türbin ekle', 'Add turbine'), shown: form },
  { name: 'deletion of a turbine', open: press(...DELETE), shown: find('alertdialog', '') },
  {
    name: 'search',
    open: press('Ara…', 'Search…'),
    shown: find('combobox', 'Panelde ara', 'Search the panel'),
  },
  { name: 'editing a turbine', open: press(...EDIT), shown: form, staysOpen: true },
  {
    name: 'choice in a form',
    open: (page) =>
      page
        .getByRole('dialog')
        .getByRole('combobox', { name: /^(Durum|Status)/ })
        .click(),
    shown: find('listbox', ''),
    isPopup: true,
  },
  { name: 'list of turbines', path: '/dashboard?view=list', shown: find('table', '') },
  { name: 'filtered list', path: '/dashboard?view=list&city=izmir', shown: find('row', '') },
  { name: 'list that finds nothing', path: '/dashboard?q=zeppelin', shown: title('Türbin', 'No turbine') },
  { name: 'map', path: '/dashboard?view=map', shown: find('region', 'Türbin haritası', 'Turbine map') },
  {
    name: 'summary of a turbine',
    path: `${TURBINE}?mode=full&section=summary`,
    shown: find('list', 'En ağır', 'Worst'),
  },
  { name: 'photos of a turbine', path: `${TURBINE}?section=map`, shown: allPhotos },
  { name: 'findings of a turbine', path: `${TURBINE}?section=findings`, shown: addFindingButton },
  { name: 'adding a finding', open: press('Bulgu ekle', 'Add finding'), shown: form },
  {
    name: 'reports of a turbine',
    path: `${TURBINE}?section=reports`,
    shown: find('button', 'Oku: ', 'Read '),
  },
  { name: 'making a report', open: press('Denetim raporu hazırla', 'Create inspection report'), shown: form },
  {
    name: 'inspection of a turbine',
    path: `${TURBINE}?section=inspection`,
    shown: find('button', 'Yayınla', 'Publish'),
  },
  { name: 'publishing', open: press('Yayınla', 'Publish'), shown: form },
  { name: 'simple page of a turbine', path: `${TURBINE}?mode=simple`, shown: title('360°', '360°') },
  { name: 'turbine without photos', path: `${turbineAddress(2)}?mode=full`, shown: find('status', '') },
  { name: 'turbine that is not there', path: turbineAddress(999), shown: find('alert', '') },
  {
    name: 'finding',
    path: `${TURBINE}?mode=full&section=findings&finding=1`,
    open: (page) => expect(addFindingButton(page)).toBeVisible(),
    shown: find('dialog', 'A-PS-001'),
  },
  {
    name: 'comments',
    path: `${TURBINE}?panel=comments`,
    shown: find('textbox', 'Yeni yorum', 'New comment'),
  },
  { name: 'photo', path: `${TURBINE}?photo=1`, shown: lightboxOf },
  {
    name: 'details',
    open: pressOn(lightboxOf, 'i'),
    shown: find('region', 'Ayr', 'Details'),
    staysOpen: true,
  },
  { name: 'loupe', open: pressOn(lightboxOf, 'l'), shown: (page) => page.getByTestId('loupe') },
  { name: 'brightness', open: pressOn(lightboxOf, 'b'), shown: find('slider', 'Parlaklık', 'Brightness') },
  { name: 'marking', open: pressOn(lightboxOf, 'x'), shown: find('toolbar', '') },
  { name: 'comparison', path: `${TURBINE}?compare=2,1`, shown: comparison },
  { name: 'curtain', open: pressOn(comparison, '2'), shown: find('slider', ''), staysOpen: true },
  {
    name: 'difference',
    open: pressOn(comparison, '3'),
    shown: (page) => comparison(page).getByRole('status'),
  },
  { name: '360° view', path: `${TURBINE}/360-view?photo=3`, shown: find('img', '360°') },
  { name: 'drawing', open: press('Çizim araçları', 'Drawing tools'), shown: find('button', 'Kalem', 'Pen') },
  { name: 'review', path: `/dashboard/inspections?review=1-${YEAR}`, shown: find('list', 'Tuşlar', 'Keys') },
  { name: 'board', path: '/dashboard/inspections', shown: find('link', 'Karaburun 4 · ') },
  { name: 'list of inspections', path: '/dashboard/inspections?view=list', shown: find('table', '') },
  {
    name: 'findings',
    path: '/dashboard/findings',
    shown: find('table', 'Bulgu listesi', 'List of findings'),
  },
  {
    name: 'blade map',
    path: '/dashboard/findings?view=picture',
    shown: find('group', 'Kanat haritası', 'Blade map'),
  },
  {
    name: 'charts',
    path: '/dashboard/findings?view=charts',
    shown: find('list', 'Renklerin', 'What the colours'),
  },
  {
    name: 'drone photos',
    path: '/turbine/1/drone-photos',
    shown: find('button', 'drone.jpg', 'Open drone.jpg'),
  },
  { name: 'companies', path: '/dashboard/companies', shown: find('button', 'Bora Enerji', 'Edit .*Bora') },
  { name: 'company with errors', open: send('Şirket ekle', 'Add company'), shown: wrongField },
  { name: 'users', path: '/dashboard/users', shown: find('row', '') },
  { name: 'user with errors', open: send('Kullanıcı ekle', 'Add user'), shown: wrongField },
  { name: 'activity', path: '/dashboard/audit', shown: find('rowheader', '') },
  { name: 'system', path: '/dashboard/system', shown: find('list', 'Sunucunun', 'State of') },
  { name: 'account', path: '/dashboard/account', shown: find('button', 'Şifreyi', 'Change') },
  {
    name: 'upload',
    path: `${TURBINE}?mode=full&section=map`,
    open: async (page) => {
      await expect(allPhotos(page)).toBeVisible()
      await page
        .getByLabel(/^(Kanat B için fotoğraf|Choose photos for blade B)/)
        .setInputFiles([file('b.jpg'), file('iki kelime.jpg')])
    },
    shown: (page) => page.getByText('iki_kelime.jpg'),
    staysOpen: true,
  },
]

const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: FLAT })

/** Everything that the screens show. The ids of the photos are 1 to 4. */
async function prepare({ request }: Page, { dir, operator, admin, superadmin }: Kanat) {
  await writeFile(join(dir, 'notice.json'), JSON.stringify(NOTICE))
  await addTurbineOnMap(request, admin)
  await uploadNamed(request, operator, { 'now.jpg': FLAT })
  await uploadNamed(request, operator, { 'old.jpg': FLAT }, { year: String(YEAR - 1) })
  await uploadNamed(request, operator, { 'round.jpg': await jpeg({ width: 1600, height: 800 }) })
  await uploadNamed(request, operator, { 'drone.jpg': FLAT }, { category: 'drone' })
  const crack = { blade: 'A', side: 'PS', type: 'crack-transverse', severity: 4 } as const
  await addFinding(request, operator, {
    ...crack,
    photo_id: 1,
    shape: box([0.4, 0.4], [0.5, 0.5]),
    due_reason: 'Vinç sahada.',
    own_due_on: `${YEAR}-01-02`,
  })
  const earlier = { ...crack, from_m: 30, year: YEAR - 1, found_on: `${YEAR - 1}-05-10` }
  await addFinding(request, operator, earlier)
  await publishInspection(request, operator, YEAR - 1)
  // The answer to it is told to its author.
  await addRecord(request, superadmin, '/api/turbines/1/comments', { comment: 'Vinç hazır mı?' })
  await addRecord(request, operator, '/api/turbines/1/comments', { comment: 'Uzun bir yorum. '.repeat(10) })
  await uploadReport(request, operator, { name: 'Rapor.pdf', year: String(YEAR), bytes: pdf() })
}

/** Goes to a screen as a link does, without loading the page again. */
async function go(page: Page, path: string) {
  await page.evaluate((address) => {
    history.pushState({}, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

for (const { language, theme, rules } of [
  { language: 'tr', theme: 'light', rules: ALL_RULES },
  { language: 'en', theme: 'dark', rules: COLOURS },
]) {
  test(`axe finds nothing on any screen, ${language}, ${theme}`, {
    tag: language === 'tr' ? '@core' : [],
  }, async ({ page, kanat }) => {
    provoke(page, 404)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript((chosen) => Object.assign(localStorage, chosen), {
      'kanat.language': language,
      'kanat.theme': theme,
    })
    // The panel asks translators to leave it alone: otherwise screens would break, or show figures of another record.
    if (language === 'en') await translatePages(page)
    await prepare(page, kanat)
    const check = async (name: string, isPopup = false) => {
      // What sticks at the top covers nothing there.
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      const violations = await findViolations(page, isPopup, rules)
      expect.soft(violations, name).toEqual([])
      expect.soft(await findWidePanes(page), name).toEqual([])
      expect.soft(await findTranslated(page), name).toEqual([])
    }
    await page.goto('/login')
    await expect(page.locator('[type="submit"]')).toBeVisible()
    await check('sign-in')
    await sendSignInForm(page, kanat.superadmin)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await expect(page.getByText(language === 'tr' ? NOTICE.tr : NOTICE.en)).toBeVisible()
    for (const { name, path, open, shown, staysOpen, isPopup } of SCREENS)
      await test.step(name, async () => {
        if (path !== undefined) await go(page, path)
        await open?.(page)
        await expect(shown(page)).toBeVisible()
        await check(name, isPopup)
        if (!open || staysOpen) return
        await page.keyboard.press('Escape')
        await expect(shown(page)).toBeHidden()
      })
  })
}
