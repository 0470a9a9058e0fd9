/** Tests that an upload returns the right reason for each rejected file, in both languages. */
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import en from '#content/errors/en.json' with { type: 'json' }
import tr from '#content/errors/tr.json' with { type: 'json' }
import { FILE_TYPES, mayBeNamed } from '#domain/file-types.ts'
import { operator, setUpTurbine, turbine } from '../../support/app-setup.ts'
import { jpeg, pdf, readUpload, uploadForm } from '../../support/builders.ts'
import { las } from '../../support/files/las.ts'
import { LAZ_FILES } from '../../support/files/laz.ts'
import { QUARTERS } from '../../support/pictures/heic-files.ts'
import { pngChunk } from '../../support/pictures/png-chunks.ts'

setUpTurbine()

/** Uploads one file. @returns the status of the answer, then the code and the message of the rejection */
async function reasonOf(name: string, bytes: Uint8Array, language: 'tr' | 'en', kind = 'photos') {
  const form = uploadForm({ [name]: bytes })
  if (kind === 'reports') {
    for (const field of ['room', 'blade', 'photos']) form.delete(field)
    form.append('reports', new Blob([Uint8Array.from(bytes)]), name)
    form.set('year', '2026')
  }
  const encoded = new Response(form)
  const answer = await operator.send(
    'POST',
    `/api/turbines/${turbine}/${kind}`,
    await encoded.arrayBuffer(),
    { 'Content-Type': encoded.headers.get('Content-Type') ?? '', 'Accept-Language': language },
  )
  const { status, rejected = [] } = await readUpload(answer)
  return [status, ...rejected.flatMap(({ error, message }) => [error, message])]
}

/** A PNG whose header has this size, with one grey byte for each pixel. The file is small, because zeros compress well. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(100_000)))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, pngChunk('IHDR', header), pixels, pngChunk('IEND', Buffer.alloc(0))])
}

/** Files that are rejected, by what the reason says. */
const REJECTED: Record<
  string,
  {
    names: string[]
    bytes: () => Buffer | Promise<Buffer>
    error: [status: number, code: string]
    tr: string
    en: string
  }
> = {
  'names the maximum length if the file name has 244 letters': {
    names: [`${'a'.repeat(240)}.jpg`],
    bytes: jpeg,
    error: [400, 'invalid_name'],
    tr: 'Dosya adı çok uzun: en fazla 180 karakter olabilir.',
    en: 'The file name is too long; the maximum is 180 characters.',
  },
  'names the allowed letters if the file name has other letters': {
    names: ['iki kelime.jpg', `${'ğ'.repeat(240)}.jpg`],
    bytes: jpeg,
    error: [400, 'invalid_name'],
    tr: tr.invalid_name,
    en: en.invalid_name,
  },
  'names the number of pixels if a small file has too many': {
    names: ['a.png'],
    bytes: () => pngOf(65536, 65536),
    error: [413, 'too_large'],
    tr: 'Görüntünün piksel sayısı çok yüksek: 65.536 × 65.536. En fazla 300 megapiksel olabilir.',
    en: 'The image has too many pixels: 65,536 × 65,536. The maximum is 300 megapixels.',
  },
  'names the longest side if an image is too wide': {
    names: ['a.png'],
    bytes: () => pngOf(70_000, 10),
    error: [413, 'too_large'],
    tr: 'Görüntünün eni veya boyu çok büyük: her kenar en fazla 65.535 piksel olabilir.',
    en: 'The image is too wide or too high; each side can have at most 65,535 pixels.',
  },
  'says that the file is empty': {
    names: ['a.jpg', 'a.pcd', 'a', 'a.pdf'],
    bytes: () => Buffer.alloc(0),
    error: [415, 'unsupported_file'],
    tr: 'Dosya boş.',
    en: 'The file is empty.',
  },
  'names the maximum file size if the file is too large': {
    names: ['a.jpg'],
    bytes: () => Buffer.alloc(8 * 1024 * 1024 + 1, 1),
    error: [413, 'too_large'],
    tr: 'Dosya 8 MB sınırını aşıyor.',
    en: 'The file is larger than 8 MB.',
  },
}

describe('the reason of a rejection', () => {
  describe.each(['tr', 'en'] as const)('in %s', (language) => {
    it.each(Object.entries(REJECTED))('%s', async (_, { names, bytes, error, ...message }) => {
      for (const name of names) {
        const kind = name.endsWith('.pdf') ? 'reports' : 'photos'
        const reason = await reasonOf(name, await bytes(), language, kind)
        expect([name, ...reason]).toEqual([name, ...error, message[language]])
      }
    })
  })
})

const CLOUD = Buffer.from(
  'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n0 0 0\n',
)

describe('the extension of a file', () => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
  const contents = {
    'image/jpeg': () => picture.clone().jpeg().toBuffer(),
    'image/png': () => picture.clone().png().toBuffer(),
    'image/webp': () => picture.clone().webp().toBuffer(),
    'image/tiff': () => picture.clone().tiff().toBuffer(),
    'image/gif': () => picture.clone().gif().toBuffer(),
    'image/avif': () => picture.clone().avif().toBuffer(),
    'image/heic': async () => QUARTERS,
    'application/vnd.pcd': async () => CLOUD,
    'application/vnd.las': async () => las({ format: 0, points: [{ x: 1, y: 2, z: 3 }] }),
    'application/vnd.laszip': async () => LAZ_FILES['one chunk'].bytes,
    'application/pdf': async () => pdf(),
  } as const satisfies Record<keyof typeof FILE_TYPES, () => Promise<Buffer>>
  const types = Object.keys(contents) as (keyof typeof FILE_TYPES)[]

  it.each(types)('of %s must belong to this type, in upper or lower case, or be missing', async (type) => {
    const bytes = await contents[type]()
    const kind = type === 'application/pdf' ? 'reports' : 'photos'
    const { extensions, label } = FILE_TYPES[type]
    const right = [
      ...extensions.flatMap((one) => [`a-${one}.${one}`, `b-${one}.${one.toUpperCase()}`]),
      'T01',
    ]
    for (const name of right)
      expect([name, ...(await reasonOf(name, bytes, 'en', kind))]).toEqual([name, 201])

    const own: readonly string[] = extensions
    const others = types.flatMap((other) => FILE_TYPES[other].extensions).filter((one) => !own.includes(one))
    const message = `The content of the file is ${label}, so its name should end in .${extensions[0]}.`
    for (const ending of [...others, 'html', 'svg', 'exe', '2026', 'Root-WW', '', `${extensions[0]}.html`]) {
      const name = `poly.${ending}`
      const reason = await reasonOf(name, bytes, 'en', kind)
      expect([name, ...reason]).toEqual([name, 415, 'unsupported_file', message])
    }
    expect(await reasonOf('.html', bytes, 'tr', kind)).toEqual([
      415,
      'unsupported_file',
      `Dosyanın içeriği ${label}; bu yüzden adı .${extensions[0]} ile bitmeli.`,
    ])
  })

  it('is the part after the last dot', () => {
    expect(mayBeNamed('T01.Root-WW.JPG', 'image/jpeg')).toBe(true)
    expect(mayBeNamed('a.jpg.', 'image/jpeg')).toBe(false)
    expect(mayBeNamed('DSC.0001', 'image/jpeg')).toBe(false)
  })
})
