import { jpeg } from '../../support/builders.ts'
import { expect, photoViewer, settled, signIn, storeLanguage, test } from '../support/kanat.ts'

test('the side panel of the viewer is resized by keyboard and by pointer, and keeps its width', async ({
  page,
  kanat,
}) => {
  await storeLanguage(page, 'tr')
  await signIn(page, kanat.admin)
  await page.getByRole('link', { name: /Karaburun 4/ }).click()
  const block = page.getByRole('region', { name: 'Kanat A' })
  const buffer = await jpeg({ width: 300, height: 200 })
  await block
    .getByLabel('Kanat A için fotoğraf seç')
    .setInputFiles(['a.jpg', 'b.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })))
  await block.getByRole('button', { name: '2 dosyayı yükle' }).click()
  await block.getByRole('button', { name: 'a.jpg fotoğrafını aç' }).click()
  await expect(photoViewer(page)).toBeFocused()
  await page.keyboard.press('i')
  const panel = photoViewer(page).getByRole('region', { name: 'Ayrıntılar' })
  const separator = panel.getByRole('separator', { name: 'Yan panelin genişliği' })
  const width = async () => Math.round((await panel.boundingBox())?.width ?? 0)
  await expect(separator).toHaveAttribute('aria-valuenow', '320')
  const address = page.url()

  await separator.press('ArrowLeft')
  await expect.poll(width).toBe(336)
  await separator.press('ArrowRight')
  await separator.press('ArrowRight')
  await expect.poll(width).toBe(304)
  await separator.press('Home')
  await expect.poll(width).toBe(256)
  await separator.press('ArrowRight')
  await expect.poll(width).toBe(256)
  await separator.press('End')
  await expect.poll(width).toBe(720)
  await expect(separator).toHaveAttribute('aria-valuemax', '720')
  // The keys did not show another photo.
  await expect(page).toHaveURL(address)

  const box = await settled(() => separator.boundingBox())
  if (!box) throw new Error('The separator is not visible.')
  await page.mouse.move(box.x + box.width / 2, 400)
  await page.mouse.down()
  await page.mouse.move(1440 - 450, 420, { steps: 4 })
  await page.mouse.up()
  await page.mouse.move(700, 300)
  await expect.poll(width).toBe(450)
  await page.reload()
  await expect.poll(width).toBe(450)
  await separator.dblclick()
  await expect.poll(width).toBe(320)
})
