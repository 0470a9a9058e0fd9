import { randomFillSync } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { MIB } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { jpeg } from '../../support/builders.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { provoke } from '../support/console-errors.ts'
import { expect, killableTest, signIn, storeLanguage } from '../support/kanat.ts'

const LARGE = 'large.pcd'
const SMALL = Array.from({ length: 29 }, (_, n) => `photo-${String(n).padStart(2, '0')}.jpg`)
/** The large file is sent after the first batch of small files. */
const NAMES = [...SMALL.slice(0, 3), LARGE, ...SMALL.slice(3)]

/** Writes the files, because Playwright takes a file over 50 MB only by its path. */
async function writeFiles(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const small = await jpeg({ width: 300, height: 200 })
  const large = pointCloud(randomFillSync(Buffer.alloc(150 * MIB)))
  const paths = NAMES.map((name) => join(folder, name))
  for (const path of paths) await writeFile(path, path.endsWith(LARGE) ? large : small)
  return paths
}

/** Waits until the server has stored another part of the large file. */
function nextPart(page: Page) {
  return page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.status() === 204)
}

killableTest(
  'an upload survives a lost network, a killed server and a reload, and sends no file twice',
  async ({ page, kanat }) => {
    provoke(page, 'network')
    // Ten pauses between batches, 150 MB and two starts of the server take half a minute on a quiet machine.
    const folder = await temporaryFolder()
    const paths = await writeFiles(folder)
    await storeLanguage(page, 'tr')
    await signIn(page, kanat.admin)
    await page.getByRole('link', { name: /Karaburun 4/ }).click()
    const block = page.getByRole('region', { name: 'Kanat A' })
    await block.getByLabel('Kanat A için fotoğraf seç').setInputFiles(paths)
    await expect(block.getByText('30 dosya yüklenmeyi bekliyor')).toBeVisible()

    const starts: number[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') starts.push(Number(request.headers()['upload-offset']))
    })
    const first = nextPart(page)
    await block.getByRole('button', { name: '30 dosyayı yükle' }).click()
    await first
    await page.context().setOffline(true)
    await expect(block.getByText('Bağlantı kesildi; 27 dosya bekliyor')).toHaveCount(1)
    const afterNetwork = nextPart(page)
    await page.context().setOffline(false)
    await afterNetwork

    await kanat.kill()
    await expect(block.getByText('Bağlantı kesildi; 27 dosya bekliyor')).toHaveCount(1)
    const afterKill = nextPart(page)
    await kanat.start()
    await afterKill

    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(block.getByText(/^\d+ dosya gönderiliyor/)).toBeVisible()
    await expect(block.getByText('30 fotoğraf', { exact: true })).toBeVisible()
    await expect(block.getByText(/yüklenmeyi bekliyor|gönderiliyor/)).toHaveCount(0)

    const token = await page.evaluate(() => localStorage.getItem('kanat.token'))
    const answer = await page.request.get('/api/turbines/1/photos', {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { data } = (await answer.json()) as { data: Photo[] }
    expect(data.map(({ originalName }) => originalName).sort()).toEqual([...NAMES].sort())
    // The large file was never sent from its beginning again, and after each of the three interruptions at most one part was sent again.
    expect(starts.slice(1)).not.toContain(0)
    expect(starts.length - new Set(starts).size).toBeLessThanOrEqual(3)
    await rm(folder, { recursive: true })
  },
)
