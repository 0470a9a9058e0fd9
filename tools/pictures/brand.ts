import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGES } from '../../domain/text/language.ts'
import { CHROMIUM_ARGS, findChromium } from '../../tests/support/programs/chromium.mjs'

/**
 * Generates every icon from `public/favicon.svg`, and for each language the preview picture of shared links:
 * `npm run brand`. Run it by hand when the logo, the first picture or the headline changes, and commit the files.
 */
const ROOT = join(import.meta.dirname, '../..')
const inPublic = (name: string) => join(ROOT, 'public', name)
const GROUND = '#005b67'

const mark = await readFile(inPublic('favicon.svg'), 'utf8')
/** Systems that crop icons to their own shape need icons without rounded corners. */
const square = mark.replace(/ rx="\d+"/, '')
/** No system crops the middle four fifths of a maskable icon. */
const spacious = square.replace('viewBox="-16 -16 32 32"', 'viewBox="-20 -20 40 40"')

await drawIcon(mark, 192, 'icon-192.png')
await drawIcon(mark, 512, 'icon-512.png')
await drawIcon(square, 180, 'apple-touch-icon.png')
await drawIcon(spacious, 512, 'icon-maskable-512.png')
await writeFile(inPublic('favicon.ico'), asIco(await pixels(mark, 48), 48))
await drawSharePictures()

function pixels(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .flatten(svg === mark ? false : { background: GROUND })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

async function drawIcon(svg: string, size: number, name: string): Promise<void> {
  await writeFile(inPublic(name), await pixels(svg, size))
}

/**
 * An icon file that holds one PNG.
 * @see https://en.wikipedia.org/wiki/ICO_(file_format)
 */
function asIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

async function drawSharePictures(): Promise<void> {
  const executablePath = findChromium()
  const browser = await chromium.launch({ args: CHROMIUM_ARGS, ...(executablePath && { executablePath }) })
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  const font = 'node_modules/@fontsource-variable/geist/files/geist'
  const [latin, latinExt, farm] = await Promise.all([
    asDataUrl('font/woff2', `${font}-latin-wght-normal.woff2`),
    asDataUrl('font/woff2', `${font}-latin-ext-wght-normal.woff2`),
    asDataUrl('image/webp', 'site/images/wind-farm-wide.webp'),
  ])
  for (const language of LANGUAGES) {
    const words = JSON.parse(await readFile(join(ROOT, `content/site/${language}.json`), 'utf8'))
    await page.setContent(`<!doctype html><html lang="${language}"><style>
      @font-face { font-family: Geist; font-weight: 100 900; src: url(${latin}); unicode-range: U+0-FF, U+131, U+2000-206F }
      @font-face { font-family: Geist; font-weight: 100 900; src: url(${latinExt}); unicode-range: U+100-130, U+132-24F }
      body { margin: 0; display: flex; flex-direction: column; justify-content: space-between; box-sizing: border-box;
        height: 630px; padding: 64px 72px; color: #fff; font-family: Geist;
        background: linear-gradient(to right, rgb(5 28 40 / .62) 35%, rgb(5 28 40 / .1) 75%), url(${farm}) 70% 70% / cover }
      p { display: flex; align-items: center; gap: 18px; margin: 0; font-size: 44px; font-weight: 600; letter-spacing: -.035em }
      svg { width: 60px; height: 60px }
      h1 { max-width: 620px; margin: 0; font-size: 82px; font-weight: 600; line-height: 1.03; letter-spacing: -.035em; text-wrap: balance }
    </style><p>${mark.replace(/<rect[^>]*>/, '')}Kanat</p><h1>${words.landing.hero.headline}</h1>`)
    await page.evaluate(() => document.fonts.ready)
    const picture = await page.screenshot()
    await sharp(picture)
      .jpeg({ quality: 84, mozjpeg: true })
      .toFile(inPublic(`share-${language}.jpg`))
  }
  await browser.close()
}

async function asDataUrl(type: string, path: string): Promise<string> {
  return `data:${type};base64,${await readFile(join(ROOT, path), 'base64')}`
}
