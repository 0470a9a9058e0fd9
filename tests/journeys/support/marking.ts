import type { Locator, Page } from '@playwright/test'
import type { Finding } from '#domain/findings/finding.ts'
import type { Account } from '../../support/accounts.ts'
import { jpeg } from '../../support/builders.ts'
import { uploadNamed } from './by-api.ts'
import { expect, lightboxOf, settled, signIn, storeLanguage } from './kanat.ts'

/** The page of the turbine whose photos are marked. */
export const TURBINE_PAGE = '/dashboard/turbine/1'

interface Position {
  x: number
  y: number
}

export const picture = (page: Page) => lightboxOf(page).getByRole('img', { name: / fotoğrafı$/ })
export const findingForm = (page: Page) => page.getByRole('dialog', { name: /^(Yeni bulgu|[ABC]-.*-\d{3})$/ })
export const typeField = (page: Page) => findingForm(page).getByRole('combobox', { name: /^Tür/ })
export const tag = (page: Page, name: RegExp) => page.getByRole('button', { name })

/** The positions of fractions of the shown photo in the window. */
export async function placesOn(photo: Locator, ...fractions: [number, number][]): Promise<Position[]> {
  const box = await settled(async () => {
    // A sharper picture replaces the first one when it is loaded. Then this is tried again.
    const read = await photo.boundingBox()
    if (!read) throw new Error('The photo is not shown')
    return read
  })
  return fractions.map(([x, y]) => ({ x: box.x + x * box.width, y: box.y + y * box.height }))
}

export async function drag(page: Page, from: Position | undefined, to: Position | undefined) {
  if (!from || !to) throw new Error('A drag needs two places')
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.mouse.up()
}

export async function click(page: Page, ...places: Position[]) {
  for (const { x, y } of places) await page.mouse.click(x, y)
}

/** The findings that the server has. */
export function kept(page: Page): Promise<Finding[]> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('kanat.token')}` }
    const answer = await fetch('/api/turbines/1/findings', { headers })
    return ((await answer.json()) as { data: Finding[] }).data
  })
}

/** A flat photo in the lightbox, in Turkish. @returns its id */
export async function openPhoto(page: Page, account: Account, as = account) {
  await storeLanguage(page, 'tr')
  const [photo] = await uploadNamed(page.request, account, {
    'tip.jpg': await jpeg({ width: 1600, height: 1200 }),
  })
  await signIn(page, as, `${TURBINE_PAGE}?photo=${photo?.id}`)
  await expect(picture(page)).toBeVisible()
  return photo?.id ?? 0
}
