import type { APIRequestContext, Page } from '@playwright/test'
import type { Account } from '../../support/accounts.ts'
import { addFinding, addRecord, uploadPhotos } from './by-api.ts'
import { expect, type Kanat } from './kanat.ts'

/** Every screen with a table of records. */
export const TABLE_SCREENS = [
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
export async function addRecords(request: APIRequestContext, { superadmin, operator }: Kanat): Promise<void> {
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

/** Opens a screen and waits for its last table. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('table').last().getByRole('row').nth(1)).toBeVisible()
}
