/** What a camera and its owner write into a file stays in the original: no picture that is made of it has it. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { writeReport } from '#server/features/reports/pdf/write-report.ts'
import { makeTiles } from '#server/infrastructure/images/make-tiles.ts'
import { renderFirstPage } from '#server/infrastructure/images/render-first-page.ts'
import { findingPart, reportDocument } from '../../support/files/report-documents.ts'
import { folder, setUpFolder } from '../../support/folder-setup.ts'
import { partsBesidePixels } from '../../support/pictures/picture-parts.ts'
import { picturesOf } from '../../support/pictures/pictures-of.ts'
import { PRIVATE_FILES, SECRETS } from '../../support/pictures/private-files.ts'

setUpFolder('file')

const newPath = () => join(folder, crypto.randomUUID())

async function save(bytes: Uint8Array): Promise<string> {
  const path = newPath()
  await writeFile(path, bytes)
  return path
}

/** The secrets in the bytes, also a part of eight letters of one. */
function secretsIn(bytes: Buffer): string[] {
  return Object.values(SECRETS).filter((secret) => bytes.includes(secret.slice(0, 8)))
}

/** The streams of a PDF: pictures as they are, everything else inflated. @see ISO 32000-1, 7.3.8 */
function streamsOf(pdf: Buffer): { pictures: Buffer[]; others: Buffer[] } {
  const [pictures, others]: [Buffer[], Buffer[]] = [[], []]
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 1)) {
    if (pdf.toString('latin1', at - 3, at) === 'end') continue
    const dictionary = pdf.toString('latin1', pdf.lastIndexOf(' obj', at), at)
    const bytes = pdf.subarray(at + 7, pdf.indexOf('\nendstream', at))
    if (dictionary.includes('/DCTDecode')) pictures.push(bytes)
    else others.push(dictionary.includes('/FlateDecode') ? inflateSync(bytes) : bytes)
  }
  return { pictures, others }
}

const formats = Object.keys(PRIVATE_FILES)

it.each(formats)('a %s has secrets before anything is made of it', async (format) => {
  const file = (await PRIVATE_FILES[format]?.()) as Buffer
  // PNG compresses its profile, and there is less room in the HEIC.
  expect(secretsIn(file).length).toBeGreaterThan(2)
  const { exif, xmp, icc } = await sharp(file).metadata()
  // What a TIFF has instead of EXIF data are entries of its own.
  expect([exif, xmp, icc].map((part) => part !== undefined)).toEqual([format !== 'tiff', true, true])
})

it.each(formats)('no derivative, tile or crop of a %s has anything besides pixels', async (format) => {
  const path = await save((await PRIVATE_FILES[format]?.()) as Buffer)
  const pictures = await picturesOf(path, folder)
  expect(Object.keys(pictures).length).toBe(6)
  for (const [name, picture] of Object.entries(pictures)) {
    expect([name, partsBesidePixels(picture), secretsIn(picture)]).toEqual([name, [], []])
  }
  const archive = newPath()
  await makeTiles({ path, archive })
  const bytes = await readFile(archive)
  expect([secretsIn(bytes), bytes.includes('Exif\0'), bytes.includes('ICC_PROFILE')]).toEqual([
    [],
    false,
    false,
  ])
})

it.each(formats)('a report has pictures of a %s, and of them nothing but pixels', async (format) => {
  const path = await save((await PRIVATE_FILES[format]?.()) as Buffer)
  const derivatives = await picturesOf(path, folder)
  const picture = {
    path: await save(derivatives['derivative 2560'] as Buffer),
    alt: 'Fotoğraf',
    unavailable: 'Yok.',
    caption: 'photo.jpg',
    mark: null,
  }
  const region = { left: 0.2, top: 0.2, width: 0.5, height: 0.5 }
  const report = reportDocument([findingPart(1, { photo: picture, crop: { ...picture, path, region } })])
  report.cover.picture = picture
  const file = newPath()
  await writeReport(report, file, 0o640)
  const pdf = await readFile(file)
  const { pictures, others } = streamsOf(pdf)
  // The cover and the photo of the finding are one picture.
  expect(pictures.length).toBe(2)
  expect(pictures.map(partsBesidePixels)).toEqual([[], []])
  expect([secretsIn(pdf), others.flatMap(secretsIn)]).toEqual([[], []])
})

it('the thumbnail of a report that somebody uploads has nothing of what the report says about itself', async () => {
  const document = newPath()
  const report = reportDocument([])
  report.author = SECRETS.artist
  await writeReport(report, document, 0o640)
  expect(secretsIn(await readFile(document)).length).toBe(1)
  const thumbnail = newPath()
  await renderFirstPage({ path: document, thumbnail })
  const bytes = await readFile(thumbnail)
  expect([partsBesidePixels(bytes), secretsIn(bytes)]).toEqual([[], []])
})
