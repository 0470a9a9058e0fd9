import type { Page } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { addFinding, uploadNamed } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { breakCall, FAULT_NAMES, type Fault, watchCalls } from '../support/unusable-answers.ts'

// Every call by which a screen loads something gets every unusable answer. The calls are those that the screen sends, so a new one is
// tried without a line here. Each call meets two of the answers, and each answer many calls; `TEST_EVERY_CALL=1` tries all of them.

/** A screen that loads something. */
interface Screen {
  name: string
  path: string
  /** What a user does after the page is loaded. Then the calls of the page itself belong to another screen. */
  open?: (page: Page) => Promise<void>
  /** The calls that are tried, if not all that are sent after the page, or after `open`. */
  only?: RegExp
  /** Tries again what has no retry button. */
  again?: (page: Page) => Promise<void>
  /** Prepares the answers of the server. */
  prepare?: (page: Page) => Promise<unknown>
}

const TURBINE = '/dashboard/turbine/1'
const PHOTOS = `${TURBINE}?section=blades`
const REPORTS = `${TURBINE}?section=reports`
const INSPECTIONS = '/dashboard/inspections'
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

async function openDetails(page: Page) {
  await press('new.jpg fotoğrafını aç')(page)
  const details = lightboxOf(page).getByRole('button', { name: 'Ayrıntılar', exact: true })
  await expect(details).toBeVisible()
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
}

/** A list of photos that does not have the photo in the address yet. */
const withoutListedPhotos = (page: Page) =>
  page.route('**/api/turbines/1/photos?*', (route) => route.fulfill({ json: { success: true, data: [] } }))

const SCREENS: Screen[] = [
  { name: 'list of turbines', path: '/dashboard' },
  { name: 'adding a turbine', path: '/dashboard', open: press('Türbin ekle') },
  { name: 'editing a turbine', path: '/dashboard', open: press('Karaburun 4 türbinini düzenle') },
  { name: 'deleting a turbine', path: '/dashboard', open: press('Karaburun 4 türbinini sil') },
  { name: 'search', path: '/dashboard', open: press(/^Ara…/) },
  { name: 'turbine', path: TURBINE },
  {
    name: 'answer of a turbine',
    path: `${TURBINE}?section=summary`,
    only: /(findings|inspections)$/,
  },
  { name: 'findings of a turbine', path: `${TURBINE}?section=findings`, only: /findings$/ },
  { name: 'photos of a turbine', path: PHOTOS, only: /findings$/ },
  { name: 'reports of a turbine', path: REPORTS, only: /reports$/ },
  { name: 'comments', path: TURBINE, open: press(/^Yorumlar/), only: /comments$/ },
  { name: 'finding', path: `${TURBINE}?finding=1`, only: /comments$/ },
  {
    name: 'making a report',
    path: REPORTS,
    open: press('Denetim raporu hazırla'),
    only: /inspections\/\d+$/,
    again: press('Denetim raporu hazırla'),
  },
  { name: 'photo', path: PHOTOS, open: press('new.jpg fotoğrafını aç') },
  { name: 'details of a photo', path: PHOTOS, open: openDetails, only: /exif$/ },
  {
    name: 'photo that is not listed',
    path: `${TURBINE}?photo=1`,
    only: /photos\/1$/,
    prepare: withoutListedPhotos,
  },
  {
    name: 'compared photos that are not listed',
    path: `${TURBINE}?compare=1,2`,
    only: /photos\/\d+$/,
    prepare: withoutListedPhotos,
  },
  // A sphere has no scale.
  {
    name: '360° view',
    path: `${TURBINE}/360-view`,
    only: /^(?!.*\/(scale|comments|notice|validate-session)$)/,
  },
  {
    name: '360° view of two years',
    path: `${TURBINE}/360-view?blade=A&room=1&photo=1&beside=2`,
    only: /panorama$/,
  },
  { name: 'drone photos', path: '/turbine/1/drone-photos' },
  { name: 'findings', path: '/dashboard/findings' },
  { name: 'blade map', path: '/dashboard/findings?view=picture' },
  { name: 'charts of findings', path: '/dashboard/findings?view=charts' },
  { name: 'inspections', path: INSPECTIONS },
  { name: 'companies', path: '/dashboard/companies' },
  { name: 'users', path: '/dashboard/users' },
  { name: 'adding a user', path: '/dashboard/users', open: press('Kullanıcı ekle') },
  { name: 'editing a user', path: '/dashboard/users', open: press(/kullanıcısını düzenle$/) },
  { name: 'activity', path: '/dashboard/audit' },
  { name: 'system', path: '/dashboard/system' },
  { name: 'notifications', path: '/dashboard?panel=notifications', only: /notifications$/ },
  {
    name: 'settings of notifications',
    path: '/dashboard?panel=notifications',
    open: press('Bildirim ayarları'),
  },
]

/** Calls of every screen. They are tried on the first one. */
const OF_EVERY_SCREEN = /^\/api\/auth\//
/** A screen is whole without the sentence of whoever runs the server, and asks for it every minute. */
const WITHOUT_SENTENCE = /^\/api\/notice$/
/** The page of a turbine only counts the comments and the reports. What cannot be loaded is said in the drawer and in the tab, which are screens of their own. */
const ONLY_COUNTED = /^\/api\/turbines\/\d+\/(comments|reports)$/

/** The header of every other screen only counts the inspections. What cannot be loaded is said on their own screen. */
const INSPECTIONS_COUNTED = /^\/api\/inspections$/

/** The bell only counts the unread notifications. What cannot be loaded is said in its drawer, which is a screen of its own. */
const BELL = /^\/api\/notifications$/

const triesEveryFault = process.env.TEST_EVERY_CALL === '1'

test.beforeEach(async ({ page, kanat }) => {
  await storeLanguage(page, 'tr')
  // The controls of the 360° view do not fade.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const sphere = await jpeg({ width: 1600, height: 800 })
  const [photo] = await uploadNamed(page.request, kanat.admin, { 'new.jpg': sphere })
  await uploadNamed(page.request, kanat.admin, { 'old.jpg': sphere }, { year: '2024' })
  await uploadNamed(page.request, kanat.admin, { 'drone.jpg': sphere }, { category: 'drone' })
  await addFinding(page.request, kanat.admin, {
    type: 'oil',
    blade: 'A',
    severity: 4,
    photo_id: photo?.id ?? 0,
  })
})

for (const [index, screen] of SCREENS.entries()) {
  test(`an unusable answer is said, and the call is sent again: ${screen.name}`, async ({ page, kanat }) => {
    provoke(page, 500, 429, 503)
    await screen.prepare?.(page)
    const { whole, calls } = await readScreen()
    expect(calls, 'the calls of the screen').not.toEqual([])
    for (const [place, path] of calls.entries())
      await test.step(`${path}: ${faultsOf(index + place).join(', ')}`, () =>
        tryFaults(path, faultsOf(index + place)))

    /** Opens the screen once as it is. @returns the lines of its text, and the paths of the calls that are tried */
    async function readScreen() {
      const sent = watchCalls(page)
      await signIn(page, kanat.superadmin, screen.path)
      await sent.settle()
      const before = screen.open && !screen.only ? sent.paths() : []
      await screen.open?.(page)
      await sent.settle()
      const calls = sent
        .paths()
        .filter((path) => !before.includes(path) && !WITHOUT_SENTENCE.test(path))
        .filter((path) => (screen.only ? screen.only.test(path) : !ONLY_COUNTED.test(path)))
        .filter((path) => screen.only || !BELL.test(path))
        .filter((path) => index === 0 || !OF_EVERY_SCREEN.test(path))
        .filter((path) => screen.path === INSPECTIONS || !INSPECTIONS_COUNTED.test(path))
      return { whole: await settled(() => linesOf(page)), calls }
    }

    async function tryFaults(path: string, faults: Fault[]) {
      const call = await breakCall(page, path)
      const again = screen.again ?? press(/^tekrar dene$/i)
      for (const [turn, fault] of faults.entries()) {
        const given = call.answerWith(fault)
        if (turn > 0) await again(page)
        else {
          await page.goto(screen.path)
          await screen.open?.(page)
        }
        await expect.poll(given, fault).toBeGreaterThan(0)
        const said = page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: FAILURE })
        await expect(said.first(), fault).toBeVisible()
        if (!screen.again)
          await expect(page.getByRole('button', { name: /^tekrar dene$/i }).first(), fault).toBeVisible()
      }
      call.answerWith(undefined)
      if (faults.at(-1) !== 'status 503 of a proxy' || screen.again) await again(page)
      await expect
        .poll(async () => {
          const lines = await linesOf(page)
          return whole.filter((line) => !lines.includes(line))
        }, 'what is missing on the screen')
        .toEqual([])
      await expect(page.getByRole('button', { name: /^tekrar dene$/i })).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await screen.prepare?.(page)
    }
  })
}

/** What every sentence about a failure has, as the texts of the panel say it. */
const FAILURE = /hata|alınamadı|yüklenemedi|açılamadı|okunamadı|öğrenilemedi|edilemedi/i

function faultsOf(turn: number): Fault[] {
  if (triesEveryFault) return FAULT_NAMES
  return FAULT_NAMES.filter((_, index) => index === turn % 6 || index === (turn + 3) % 6)
}

/** The lines of the text of the page. */
async function linesOf(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => line.trim() !== '')
}
