import type { Page } from '@playwright/test'
import type { Photo } from '#domain/photo.ts'
import type { Report } from '#domain/report.ts'
import { jpeg, pdf } from '../../support/builders.ts'
import { expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const TURBINE = '/dashboard/turbine/1'

/** Holds the uploads to this path of the API. @returns the function that lets them go on */
async function holdUploads(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(path, async (route) => {
    if (route.request().method() === 'POST') await released
    await route.fallback()
  })
  return release
}

async function listStored<Stored>(page: Page, path: string): Promise<Stored[]> {
  const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
  const answer = await page.request.get(path, { headers: { Authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { data: Stored[] }).data
}

test('an admin stages the next room while one is sent, and both arrive', async ({ page, kanat }) => {
  const picture = await jpeg()
  const photo = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: picture })
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin, `${TURBINE}?section=map`)
  const release = await holdUploads(page, '**/api/turbines/1/photos*')
  const block = page.getByRole('region', { name: 'Kanat A' })
  const room = block.getByRole('combobox', { name: 'Oda' })
  const files = block.getByLabel('Kanat A için fotoğraf seç')

  await room.selectOption('2')
  await files.setInputFiles([photo('a.jpg'), photo('b.jpg')])
  await block.getByRole('button', { name: '2 dosyayı yükle' }).click()
  await expect(block.getByText('2 dosya gönderiliyor')).toBeVisible()

  await room.selectOption('3')
  await files.setInputFiles([photo('c.jpg')])
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByRole('status').filter({ hasText: 'Sırada' })).toBeVisible()
  await expect(block.getByRole('button', { name: '1 dosyayı yükle' })).toBeHidden()
  await block.getByRole('button', { name: 'Sıradan çıkar' }).click()
  await expect(block.getByText('Sırada', { exact: true })).toBeHidden()
  await block.getByRole('button', { name: '1 dosyayı yükle' }).click()
  await expect(block.getByText('Sırada', { exact: true })).toBeVisible()

  release()
  await expect(block.getByText(/yüklenmeyi bekliyor|gönderiliyor|Sırada/)).toHaveCount(0)
  const stored = await listStored<Photo>(page, '/api/turbines/1/photos')
  expect(stored.map(({ originalName, room }) => `${room} ${originalName}`).sort()).toEqual([
    '2 a.jpg',
    '2 b.jpg',
    '3 c.jpg',
  ])
})

test('an admin stages reports of another year while others are sent', async ({ page, kanat }) => {
  const report = (name: string) => ({ name, mimeType: 'application/pdf', buffer: pdf() })
  await storeLanguage(page, 'en')
  await signIn(page, kanat.admin, `${TURBINE}?reports=2025`)
  const release = await holdUploads(page, '**/api/turbines/1/reports*')
  const section = page.getByRole('region', { name: 'Reports' })
  const files = section.getByLabel('Choose reports to upload')

  await files.setInputFiles([report('one.pdf')])
  await section.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(section.getByText('Sending 1 file')).toBeVisible()
  await expect(files).toBeDisabled()
  await expect(section.getByRole('button', { name: 'Remove one.pdf from the list' })).toBeHidden()

  await section.getByRole('combobox', { name: 'Year' }).click()
  await page.getByRole('listbox').getByRole('option', { name: '2024' }).click()
  await files.setInputFiles([report('two.pdf'), report('three.pdf')])
  await section.getByRole('button', { name: 'Remove three.pdf from the list' }).click()
  await section.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(section.getByRole('status').filter({ hasText: 'Waiting its turn' })).toBeVisible()

  release()
  await expect(section.getByText(/waiting to be uploaded|Sending|Waiting its turn/)).toHaveCount(0)
  const stored = await listStored<Report>(page, '/api/turbines/1/reports')
  expect(stored.map(({ year, original_filename }) => `${year} ${original_filename}`).sort()).toEqual([
    '2024 two.pdf',
    '2025 one.pdf',
  ])
})
