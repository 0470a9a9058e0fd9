import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mock } from 'node:test'
import pino from 'pino'
import sharp from 'sharp'
import { readConfig } from '#server/infrastructure/config.ts'
import { createApp } from '#server/start/app.ts'
import { openServices } from '#server/start/services.ts'
import { Api } from '../api.ts'
import { fillDemo } from '../fill/fill.ts'
import { readExample } from './read-example.ts'

/**
 * Writes the example of the public site, `site/example/`: `npm run example`. It draws the demo as of a fixed day and reads one published
 * inspection as a customer sees it. Run it by hand when the answers of the API or the report look different. With the folder of a demo as
 * its argument, it takes that one and changes it.
 */
const EXAMPLE = join(import.meta.dirname, '../../../site/example')
/** The day on which the example is made, so that each run gives the same. */
const TODAY = new Date('2026-12-01T09:00:00Z')
/** The widths of photos on the page, each in a folder of its own. */
const WIDTHS = [1280, 480]
const AVIF = { quality: 58, effort: 5 }

mock.timers.enable({ apis: ['Date'], now: TODAY })
const [given] = process.argv.slice(2)
const data = given ?? (await mkdtemp(join(tmpdir(), 'kanat-example-')))
try {
  if (given === undefined) await fillDemo(data, { progress() {}, firstCompanyShown() {} })
  await writeExample()
} finally {
  if (given === undefined) await rm(data, { recursive: true, force: true })
}
process.exit()

async function writeExample(): Promise<void> {
  const services = await openServices(readConfig({ DATA_DIR: data }), pino({ level: 'silent' }))
  services.jobs.start(services)
  try {
    const { example, photos, reports } = await readExample(new Api(createApp(services)))
    for (const width of WIDTHS) {
      const folder = join(EXAMPLE, `photos-${width}`)
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder)
      for (const [number, photo] of photos)
        await sharp(photo)
          .autoOrient()
          .resize({ width, withoutEnlargement: true })
          .avif(AVIF)
          .toFile(join(folder, `${number.toLowerCase()}.avif`))
    }
    for (const [language, pdf] of reports) await writeFile(join(EXAMPLE, `report-${language}.pdf`), pdf)
    await writeFile(join(EXAMPLE, 'example.json'), `${JSON.stringify(example, null, 2)}\n`)
  } finally {
    await services.jobs.close()
    await services.db.close()
  }
}
