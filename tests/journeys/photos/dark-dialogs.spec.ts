import type { Locator } from '@playwright/test'
import { jpeg } from '../../support/builders.ts'
import { addFinding, uploadNamed } from '../support/by-api.ts'
import { expect, lightboxOf, signIn, storeLanguage, test } from '../support/kanat.ts'

const TURBINE = '/dashboard/turbine/1'

/** The lightness of the background, from 0 to 1. */
const lightnessOf = (dialog: Locator) =>
  dialog.evaluate((element) =>
    Number(/^oklch\(([\d.]+)/.exec(getComputedStyle(element).backgroundColor)?.[1]),
  )

const expectDark = (dialog: Locator) => expect.poll(() => lightnessOf(dialog)).toBeLessThan(0.3)

test('a dialog over a dark lightbox is dark, and over a light page it is light', async ({ page, kanat }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await storeLanguage(page, 'tr')
  const { superadmin } = kanat
  const sphere = await jpeg({ width: 1600, height: 800 })
  const [photo] = await uploadNamed(page.request, superadmin, { 'a.jpg': sphere })
  const finding = await addFinding(page.request, superadmin, {
    blade: 'A',
    side: 'PS',
    type: 'crack-transverse',
    severity: 4,
    year: 2026,
    found_on: '2026-05-10',
    photo_id: photo?.id ?? 0,
    shape: { on: 'sphere', kind: 'point', points: [[0, 0]] },
  })
  const question = page.getByRole('alertdialog')
  const form = page.getByRole('dialog', { name: 'Bulgu ekle' })

  await signIn(page, superadmin, `${TURBINE}?section=findings`)
  await page.getByRole('button', { name: 'Bulgu ekle' }).click()
  await expect.poll(() => lightnessOf(form)).toBeGreaterThan(0.9)

  await page.goto(`${TURBINE}?photo=${photo?.id}`)
  await expect(lightboxOf(page)).toBeFocused()
  await page.keyboard.press('Delete')
  await expectDark(question)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.keyboard.press('?')
  await expectDark(page.getByRole('dialog', { name: 'Tüm tuşlar' }))

  // The address opens both.
  await page.goto(`${TURBINE}?section=findings&photo=${photo?.id}&form=finding`)
  await expectDark(form)
  await page.goto(`${TURBINE}?section=reports&photo=${photo?.id}&form=report-2026`)
  const report = page.getByRole('dialog', { name: '2026 denetim raporu' })
  await expectDark(report)
  await report.getByRole('combobox', { name: 'Rapor dili' }).click()
  // The frame of the list has no role.
  await expectDark(page.getByRole('listbox').locator('..'))

  await page.goto(`${TURBINE}/360-view?photo=${photo?.id}&finding=${finding.id}`)
  await page
    .getByRole('dialog', { name: finding.number })
    .getByRole('button', { name: 'Bulguyu sil' })
    .click()
  await expectDark(question)
})
