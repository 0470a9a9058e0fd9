import { link, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import sharp from 'sharp'
import { OPERATOR_COMPANY_ID } from '../../../domain/limits.ts'
import { NO_EXIF } from '../../../domain/photo.ts'
import { variantOf } from '../../../server/features/photos/photo-files.ts'
import { readConfig } from '../../../server/infrastructure/config.ts'
import { derivativeOf, fullName } from '../../../server/infrastructure/store/file-store.ts'
import { openServices } from '../../../server/start/services.ts'

/** The number of photos whose thumbnail is on the disk: more than a measurement scrolls past. */
const WITH_THUMBNAIL = 1000

/**
 * Fills a data folder with turbines, each with the same number of photos in all rooms, blades and years; thumbnails of the newest photos
 * are the only files. What the camera wrote is stored as after an upload: the server does not read it again during the measurement.
 */
export async function addManyTurbines(dataDir: string, turbines: number, photosEach: number): Promise<void> {
  const { db } = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  const time = '2026-01-01T00:00:00.000Z'
  await db.write.transaction().execute(async (transaction) => {
    await sql`
      with recursive number(n) as (select 1 union all select n + 1 from number where n < ${turbines})
      insert into turbine (turbine_name, city, code, location, site_name, company_id, created_at, updated_at)
      select 'Türbin ' || n, iif(n % 3, 'izmir', 'çanakkale'), 'T' || n, 'Karaburun, Yaylaköy', 'Karaburun RES',
        ${OPERATOR_COMPANY_ID}, ${time}, ${time}
      from number`.execute(transaction)
    await sql`
      with recursive number(n) as (select 1 union all select n + 1 from number where n < ${photosEach})
      insert into photo (turbine_id, key, original_name, category, room, blade, year, month, media_type, size,
        width, height, sha256, uploaded_at, uploader_name, uploader_email, gpano, exif, original_shown)
      select turbine.id, 'turbines/' || turbine.id || '/photos/' || n || '.jpg', n || '.jpg', 'blade', 1 + n % 9,
        substr('ABC', 1 + n / 9 % 3, 1), 2020 + n % 7, 5, 'image/jpeg', 8000000, 6000, 4000, hex(zeroblob(32)),
        strftime('%Y-%m-%dT%H:%M:%fZ', '2020-01-01', n || ' days'), 'Ada Yel', 'ada@kanat.example', 'null', ${JSON.stringify(NO_EXIF)}, 1
      from number, turbine`.execute(transaction)
  })
  const pathOf = (turbine: number, photo: number) =>
    join(dataDir, fullName(derivativeOf(`turbines/${turbine}/photos/${photo}.jpg`, variantOf(320))))
  const thumbnail = await sharp({
    create: {
      width: 320,
      height: 213,
      channels: 3,
      background: '#7a8a90',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .webp()
    .toBuffer()
  const first = pathOf(1, photosEach)
  await mkdir(dirname(first), { recursive: true })
  await writeFile(first, thumbnail)
  for (let number = 1; number < WITH_THUMBNAIL; number++) {
    const path = pathOf(1 + (number % turbines), photosEach - Math.floor(number / turbines))
    await mkdir(dirname(path), { recursive: true })
    await link(first, path)
  }
  await db.close()
}
