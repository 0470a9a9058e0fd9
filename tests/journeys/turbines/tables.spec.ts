import type { APIRequestContext, Page } from '@playwright/test'
import type { Account } from '../../support/builders.ts'
import { addFinding, addRecord, uploadPhotos } from '../support/by-api.ts'
import { expect, type Kanat, settled, signIn, storeLanguage, test } from '../support/kanat.ts'
import { resize } from '../support/layout.ts'
import { findTableFaults } from '../support/table-faults.ts'

const WIDTHS = [1024, 1180, 1280, 1440, 1920, 2560]

/** Every screen with a table of records. */
const SCREENS = [
  '/dashboard?view=list',
  '/dashboard/users',
  '/dashboard/companies?view=list',
  '/dashboard/findings',
  '/dashboard/audit',
  '/dashboard/turbine/1?year=2026&section=findings',
  '/dashboard/turbine/1?year=2026&section=findings&finding=1',
  '/dashboard/turbine/1?section=photos',
  '/turbine/1/drone-photos',
]

const LONG = 'Karaburun Yarımadası Batı Sırtları Rüzgâr Enerji Santrali On Yedinci'

/** Adds records with long names. */
async function addRecords(request: APIRequestContext, { superadmin, operator }: Kanat): Promise<void> {
  const company = { name: `${LONG} A.Ş.`, contact_email: 'isletme-ve-bakim@karaburun-ruzgar.example' }
  const { id } = await addRecord(request, superadmin, '/api/companies', {
    ...company,
    phone: '+90 232 555 01 23',
    address: `${LONG} Caddesi 17`,
  })
  await addRecord(request, superadmin, '/api/turbines', {
    turbine_name: LONG,
    code: 'KRB-17',
    city: 'afyonkarahisar',
    location: LONG,
    company_id: id,
  })
  await addUser(request, superadmin, id)
  await uploadPhotos(request, operator, ['DJI_20260510143322_0001_V.jpg', 'b.jpg'])
  await uploadPhotos(request, operator, ['DJI_20260510143322_0002_V.jpg'], { category: 'drone' })
  const finding = {
    blade: 'A',
    side: 'PS',
    type: 'crack-transverse',
    year: 2026,
    found_on: '2026-05-10',
  } as const
  await addFinding(request, operator, { ...finding, from_m: 30.25, to_m: 31.75, severity: 4 })
  await addFinding(request, operator, { ...finding, side: 'LE', from_m: 45, severity: 5 })
}

function addUser(request: APIRequestContext, superadmin: Account, company_id: number) {
  return addRecord(request, superadmin, '/api/users', {
    first_name: 'Nilüfer Gökçe',
    last_name: 'Karaosmanoğulları',
    email: 'nilufer.karaosmanogullari@karaburun-ruzgar.example',
    role: 'customer',
    password: 'yelkovan',
    company_id,
  })
}

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('table').last().getByRole('row').nth(1)).toBeVisible()
}

for (const language of ['tr', 'en'] as const) {
  test(`tables keep names, figures and actions at every width, in ${language}`, async ({
    page,
    request,
    kanat,
  }) => {
    await addRecords(request, kanat)
    await storeLanguage(page, language)
    await signIn(page, kanat.superadmin, '/dashboard?view=list')
    for (const path of SCREENS) {
      await openScreen(page, path)
      for (const width of WIDTHS) {
        await resize(page, width)
        expect.soft(await settled(() => findTableFaults(page)), `${path} at ${width} px`).toEqual([])
      }
    }
  })
}

test('the company stays in the table of users, and the open finding is marked', async ({
  page,
  request,
  kanat,
}) => {
  await addRecords(request, kanat)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard/users')
  await resize(page, 1024)
  await expect(page.getByRole('columnheader', { name: 'Şirket' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Son giriş' })).toBeHidden()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/dashboard/turbine/1?year=2026&section=findings')
  const table = page.getByRole('table', { name: 'Bulgular' })
  await expect(table.getByRole('columnheader', { name: 'Yıl' })).toBeVisible()
  await table.getByRole('button', { name: 'A-LE-001' }).click()
  await expect(page.getByRole('dialog', { name: 'A-LE-001' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Yıl' })).toBeHidden()
  const current = table.locator('[aria-current]')
  await expect(current).toHaveCount(1)
  await expect(current).toContainText('A-LE-001')
})

/** Two edges of boxes in CSS pixels, of what sticks lowest and of the head of the last table, and what covers the lowest one. */
function readSticking(page: Page, edge: 'top' | 'bottom') {
  return page.evaluate((edge) => {
    // The page is long enough to scroll the table to any place.
    document.body.style.paddingBottom = '3000px'
    const table = [...document.querySelectorAll('table')].at(-1) as HTMLElement
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      const { position, top } = getComputedStyle(element)
      return position === 'sticky' && top !== 'auto' && !element.closest('table')
    })
    const lowestEdge = () => Math.max(...bars.map((bar) => bar.getBoundingClientRect().bottom))
    scrollTo({ top: scrollY + table.getBoundingClientRect().top - 40, behavior: 'instant' })
    // The head leaves with the end of its table, below the bars.
    if (edge === 'bottom')
      scrollBy({ top: table.getBoundingClientRect().bottom - lowestEdge() - 12, behavior: 'instant' })
    const covering = bars.flatMap((bar) => {
      const { left, right, bottom } = bar.getBoundingClientRect()
      const there = [0.2, 0.5, 0.8].map((part) =>
        document.elementFromPoint(left + part * (right - left), bottom - 3),
      )
      return there.filter((element) => !bar.contains(element)).map((element) => element?.outerHTML)
    })
    const head = table.querySelector('th')?.getBoundingClientRect().top
    return { bars: bars.length, lowest: lowestEdge(), head, covering }
  }, edge)
}

test('what sticks at the top lies one below the other', async ({ page, request, kanat }) => {
  await addRecords(request, kanat)
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.superadmin, '/dashboard?view=list')
  for (const path of SCREENS.filter((path) => !path.includes('finding='))) {
    await openScreen(page, path)
    await expect.poll(() => readSticking(page, 'bottom'), path).toMatchObject({ covering: [] })
    const { bars, lowest, head } = await settled(() => readSticking(page, 'top'))
    expect(bars, path).toBe(path.includes('/turbine/1?') ? 2 : 1)
    expect(head, path).toBeCloseTo(lowest, 1)
  }
})
