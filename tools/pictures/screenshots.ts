/**
 * Takes the pictures of the product for the site, README and the docs, in both languages and themes: `npm run screenshots`, which builds
 * first. It takes those that are old or missing; `-- --all` takes all of them, `-- mark years` those that are named. Commit what it
 * writes in `site/images/screens/`. The demo's data is drawn once into `.build/`, or read from the folder `DEMO_DATA`.
 */
import { chromium } from '@playwright/test'
import { LANGUAGES } from '../../domain/text/language.ts'
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/programs/chromium.mjs'
import { ServerProcess } from '../../tests/support/servers/server-process.ts'
import { openDemoData } from './demo-data.ts'
import { SCREENS } from './screens/screens.ts'
import { takePictures } from './take-pictures.ts'
import { agedScreens, noteTaken } from './taken.ts'

const wanted = process.argv.slice(2)
const unknown = wanted.filter((id) => id !== '--all' && !SCREENS.some((screen) => screen.id === id))
if (unknown.length > 0) throw new Error(`No such screen: ${unknown.join(', ')}`)
const aged = agedScreens()
const screens = SCREENS.filter(({ id }) =>
  wanted.length > 0 ? wanted.includes('--all') || wanted.includes(id) : aged.includes(id),
)

if (screens.length > 0) {
  await using data = await openDemoData()
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
  try {
    await using server = await ServerProcess.start(data.folder)
    for (const screen of screens) {
      try {
        for (const theme of screen.themes)
          for (const language of LANGUAGES)
            await takePictures({ browser, origin: server.origin, screen, theme, language })
        noteTaken(screen)
      } catch (error) {
        // The other screens are taken all the same.
        console.error(`${screen.id}: ${String(error).split('\n', 3).join(' ')}`)
        process.exitCode = 1
      }
    }
    await server.end('SIGTERM')
  } finally {
    await browser.close()
  }
}
