import { randomFillSync } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MIB } from '#domain/limits.ts'
import { pointCloud } from '../../support/files/point-cloud.ts'
import { temporaryFolder } from '../../support/test-app.ts'
import { changeRecord } from '../support/by-api.ts'
import { provoke } from '../support/console-errors.ts'
import { endSessionOnServer, expect, signIn, storeLanguage, test } from '../support/kanat.ts'

const NAMES = ['one.pcd', 'two.pcd', 'three.pcd']

/** Writes three files that the panel sends together, 54 MiB in one request. */
async function writeFiles(): Promise<{ folder: string; paths: string[] }> {
  const folder = await temporaryFolder()
  const paths = NAMES.map((name) => join(folder, name))
  const content = pointCloud(randomFillSync(Buffer.alloc(18 * MIB)))
  for (const path of paths) await writeFile(path, content)
  return { folder, paths }
}

test('an upload that is refused while it is sent says why, and keeps its files', async ({ page, kanat }) => {
  provoke(page, 403)
  const { folder, paths } = await writeFiles()
  await storeLanguage(page, 'en')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  const block = page.getByRole('region', { name: 'Blade A' })
  await block.getByLabel('Choose photos for blade A').setInputFiles(paths)
  const send = block.getByRole('button', { name: 'Upload 3 files' })
  await expect(send).toBeVisible()

  await changeRecord(page.request, kanat.superadmin, 'PUT', `/api/users/${kanat.admin.id}`, {
    role: 'viewer',
  })
  await send.click()
  await expect(page.getByText('You do not have permission for this.')).toBeVisible()
  await expect(page.getByText(/connection/i)).toHaveCount(0)

  await changeRecord(page.request, kanat.superadmin, 'PUT', `/api/users/${kanat.admin.id}`, { role: 'admin' })
  await endSessionOnServer(page)
  await send.click()
  await expect(page).toHaveURL('/login')
  await rm(folder, { recursive: true })
})
