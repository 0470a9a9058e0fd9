import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { cropPicture } from '#server/features/reports/pdf/crop-picture.ts'
import type { Region, ReportDocument } from '#server/features/reports/pdf/report-document.ts'
import { writeReport } from '#server/features/reports/pdf/write-report.ts'
import { printableText } from '#server/infrastructure/pdf/printable-text.ts'
import { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { jpeg } from '../../support/builders.ts'
import { readPdf } from '../../support/files/read-pdf.ts'
import { findingPart, reportDocument } from '../../support/files/report-documents.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'

let files = 0
setUpFolder('file')

async function draw(report: ReportDocument): Promise<{ path: string; bytes: Buffer }> {
  const path = join(folder, `${++files}.pdf`)
  await writeReport(report, path, 0o640)
  return { path, bytes: await readFile(path) }
}

const LONG = 'Boya ve jelkot yer yer kalkmış, altındaki dolgu görünüyor. '.repeat(80)
const hasPoppler = spawnSync('pdftotext', ['-v']).status === 0

describe('the drawing of a report', () => {
  it('has the same bytes for the same document', async () => {
    const path = join(folder, 'photo.jpg')
    await writeFile(path, await jpeg({ width: 1280, height: 960 }))
    const picture = { path, alt: 'Fotoğraf', unavailable: 'Dosya yok.' }
    const region = { left: 0.2, top: 0.2, width: 0.3, height: 0.3 }
    const photo = {
      ...picture,
      caption: 'photo.jpg',
      mark: { severity: 3 as const, outlines: [[[0.3, 0.3]]] },
    }
    const report = () =>
      reportDocument([findingPart(1, { photo: photo as never, crop: { ...picture, region } })])
    const [one, other] = [await draw(report()), await draw(report())]
    expect(one.bytes.equals(other.bytes)).toBe(true)
  })

  it('puts several small findings on one page, and continues a long text on the next one', async () => {
    const parts = [
      findingPart(1),
      findingPart(2),
      findingPart(3, { paragraphs: [LONG, LONG] }),
      findingPart(4),
    ]
    const pdf = await readPdf((await draw(reportDocument(parts))).bytes)
    const places = parts.map(({ number }) => pdf.pages.findIndex((page) => page.includes(`${number} · `)))
    const [first = 0] = places
    expect(places).toEqual([first, first, first, expect.any(Number)])
    expect(places[3]).toBeGreaterThan(first + 1)
    expect(pdf.pages.every((page, index) => index === 0 || page.includes(`Sayfa ${index + 1} / `))).toBe(true)
  })

  it('repeats the titles of a table of many rows, and draws hundreds of them', async () => {
    const report = reportDocument([])
    const rows = Array.from({ length: 800 }, (_, index) => [{ text: `DJI_${index}.jpg` }])
    report.photos.table = { columns: [{ title: 'Dosya', share: 1 }], rows, isCompact: true }
    const { pages } = await readPdf((await draw(report)).bytes)
    const listing = pages.filter((page) => page.includes('DJI_'))
    expect(listing.length).toBeGreaterThan(5)
    expect(listing.every((page) => page.includes('Dosya'))).toBe(true)
    expect(pages.join('\n')).toContain('DJI_799.jpg')
  })

  it('has a table of actions if there is one, and none without a row', async () => {
    const report = reportDocument([])
    const columns = [{ title: 'Yapılacak iş', share: 1 }]
    const pagesWith = async (rows: { text: string }[][]) => {
      report.summary.actions.table = { columns, rows }
      return (await readPdf((await draw(report)).bytes)).pages.join('\n')
    }
    expect(await pagesWith([[{ text: 'Tek onarım' }]])).toContain('Tek onarım')
    expect(await pagesWith([])).not.toContain('Yapılacak iş\n')
  })

  it.runIf(hasPoppler)('is read and rendered by another program too', async () => {
    const { path } = await draw(reportDocument([findingPart(1, { paragraphs: ['ĞİŞğış çöüÇÖÜ â î û'] })]))
    expect(spawnSync('pdftotext', [path, '-']).stdout.toString()).toContain('ĞİŞğış çöüÇÖÜ â î û')
    const info = spawnSync('pdfinfo', [path]).stdout.toString()
    expect(info).toMatch(/Tagged: +yes/)
    const tags = spawnSync('pdfinfo', ['-struct', path]).stdout.toString()
    expect(tags).toMatch(/^Document\n {2}Sect/m)
    const rendered = spawnSync('pdftoppm', ['-r', '20', '-png', '-f', '1', '-l', '1', path])
    expect([rendered.status, rendered.stderr.toString()]).toEqual([0, ''])
    expect((await sharp(rendered.stdout).stats()).isOpaque).toBe(true)
  })
})

describe('a text of a report', () => {
  const { document } = new TaggedPdf(reportDocument([]))
  const { font } = (
    document as unknown as { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } }
  )._font
  const hasGlyph = (code: number) => font.hasGlyphForCodePoint(code)
  const printable = (text: string) => printableText(text, hasGlyph)

  it.each([
    ['ĞİŞğış çöüÇÖÜ âîû “ ” ’ – — … ° ² × ≥ ± µ', 'ĞİŞğış çöüÇÖÜ âîû “ ” ’ – — … ° ² × ≥ ± µ'],
    ['12.500 ₺, Δ 3 mm, ✓ ✔️', '12.500 TL, ∆ 3 mm, √ √'],
    ['👍🏽 👩‍👩‍👧 漢', '◊ ◊ ◊'],
    ['Ｗ ㎡ ⅻ α', 'W m2 xii alpha'],
    ['DJI\u20110123 ⌀ 12 mm, θ ∼ 5°, Σ ⇒ φ', 'DJI-0123 Ø 12 mm, theta ~ 5°, ∑ → phi'],
    ['g\u0306 i\u0307', 'ğ i̇'.normalize('NFC')],
    ['a\r\nb\tc', 'a\nb c'],
  ])('%s is printed as %s', (text, printed) => {
    expect(printable(text)).toBe(printed)
    expect([...printable(text)].every((sign) => sign === '\n' || hasGlyph(sign.codePointAt(0) ?? 0))).toBe(
      true,
    )
  })

  it.each(['report/tr', 'report/en', 'findings/types', 'findings/severities'])(
    'content/%s.json has only characters that the font has',
    (name) => {
      const text = readFileSync(`content/${name}.json`, 'utf8')
      const missing = [...text].filter((sign) => sign !== '\n' && !hasGlyph(sign.codePointAt(0) ?? 0))
      expect([...new Set(missing)]).toEqual([])
    },
  )
})

describe('a crop', () => {
  /** Four columns of one colour each: red, green, blue, white. */
  async function columns(orientation = 1): Promise<string> {
    const raw = Buffer.concat(
      Array.from({ length: 100 }, () =>
        Buffer.concat(
          [
            [255, 0, 0],
            [0, 255, 0],
            [0, 0, 255],
            [255, 255, 255],
          ].map((colour) => Buffer.concat(Array.from({ length: 50 }, () => Buffer.from(colour)))),
        ),
      ),
    )
    const path = join(folder, `${++files}.png`)
    await sharp(raw, { raw: { width: 200, height: 100, channels: 3 } })
      .withMetadata({ orientation })
      .png()
      .toFile(path)
    return path
  }
  const coloursOf = async (path: string, region: Region) => {
    const { data, info } = await sharp(await cropPicture(path, region, 800))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const middle = Math.floor(info.height / 2) * info.width
    const at = (x: number) =>
      [...data.subarray((middle + x) * 3, (middle + x) * 3 + 3)].map((value) => (value > 128 ? 1 : 0))
    return { size: [info.width, info.height], first: at(2), last: at(info.width - 3) }
  }

  it('is the region, in the pixels of the photo', async () => {
    const found = await coloursOf(await columns(), { left: 0.25, top: 0, width: 0.5, height: 0.5 })
    expect(found).toEqual({ size: [100, 50], first: [0, 1, 0], last: [0, 0, 1] })
  })

  it.each([
    ['right', 0.75],
    ['left', -0.25],
  ])('of a sphere continues beyond the %s border', async (_, left) => {
    const found = await coloursOf(await columns(), { left, top: 0, width: 0.5, height: 1 })
    expect(found).toEqual({ size: [100, 100], first: [1, 1, 1], last: [1, 0, 0] })
  })

  it('of a photo with an orientation is upright', async () => {
    // Turned by 90 degrees clockwise, the red column is the upper row.
    const found = await coloursOf(await columns(6), { left: 0, top: 0, width: 1, height: 0.25 })
    expect(found).toEqual({ size: [100, 50], first: [1, 0, 0], last: [1, 0, 0] })
  })
})
