import { mkdir, readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import type { Shot } from './scene/shots.ts'
import { shots } from './scene/shots.ts'

/**
 * Renders the site's pictures: `npm run render -- [--draft] [name …]`. Run it by hand and commit the files in
 * `site/images/`. A full picture takes some minutes; a draft (a third of the size, without smoothing) takes seconds.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draft: { type: 'boolean', default: false },
    to: { type: 'string', default: 'site/images' },
  },
})

const ORIGIN = 'http://scene.invalid'
const folder = new URL('./scene/', import.meta.url)
const three = new URL('../../node_modules/three/build/', import.meta.url)

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-quic',
    '--disable-sync',
    '--no-first-run',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    // One frame of a large picture takes longer than the GPU watchdog allows.
    '--disable-gpu-watchdog',
  ],
})
const page = await browser.newPage()
page.on('console', (message) => console.log(message.text()))
page.on('pageerror', (error) => console.error(error))

await page.route(`${ORIGIN}/**`, async (route) => {
  const name = new URL(route.request().url()).pathname.slice(1)
  if (!name) {
    const imports = { three: '/three/three.module.js' }
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`,
    })
  }
  const file = name.startsWith('three/') ? new URL(name.slice('three/'.length), three) : new URL(name, folder)
  const source = await readFile(file, 'utf8')
  return route.fulfill({
    contentType: 'text/javascript',
    body: name.endsWith('.ts') ? stripTypeScriptTypes(source) : source,
  })
})
await page.goto(ORIGIN)
await mkdir(values.to, { recursive: true })

for (const [name, shot] of Object.entries(shots)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.time(name)
  await draw(name, shot)
  console.timeEnd(name)
}
await browser.close()

async function draw(name: string, shot: Shot) {
  const scale = values.draft ? 1 / 3 : 1
  const asked = {
    ...shot,
    width: Math.round(shot.width * scale),
    height: Math.round(shot.height * scale),
    samples: values.draft ? 2 : shot.samples,
  }
  const dataUrl = await page.evaluate(async (given) => {
    const module = `${location.origin}/render-shot.ts`
    const { renderShot }: typeof import('./scene/render-shot.ts') = await import(module)
    return renderShot(given)
  }, asked)
  const pixels = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
  const { size } = await sharp(pixels).webp({ quality: 94, effort: 6 }).toFile(`${values.to}/${name}.webp`)
  console.log(`${name}.webp: ${asked.width}×${asked.height}, ${Math.round(size / 1024)} KiB`)
}
