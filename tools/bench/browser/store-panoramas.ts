import type { Page } from '@playwright/test'
import sharp from 'sharp'

interface Target {
  page: Page
  turbine: number
  headers: Record<string, string>
}

/** Uploads `count` panoramas of this width, made from a photo, into room 1 of blade A. @returns the size of each file, in bytes */
export async function storePanoramas(
  { page, turbine, headers }: Target,
  photo: Buffer,
  width: number,
  count: number,
): Promise<number> {
  const buffer = await sharp(photo)
    .resize(width, width / 2, { fit: 'fill' })
    .jpeg()
    .toBuffer()
  for (let number = 1; number <= count; number += 1) {
    const photos = { name: `panorama_${number}.jpg`, mimeType: 'image/jpeg', buffer }
    const answer = await page.request.post(`/api/turbines/${turbine}/photos`, {
      headers,
      multipart: { room: '1', blade: 'A', photos },
    })
    if (!answer.ok()) throw new Error(`An upload returned ${answer.status()}`)
  }
  return buffer.byteLength
}
