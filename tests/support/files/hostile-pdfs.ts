/** PDFs that are damaged, or small but slow or large to render. */
import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

/** A PDF of a page with this dictionary and content, and with further objects from number 5 on. */
export function pdfOf({
  page = '',
  content = Buffer.alloc(0),
  filter = '',
  objects = [] as Buffer[],
}): Buffer {
  const numbered = [
    Buffer.from('<</Type /Catalog /Pages 2 0 R>>'),
    Buffer.from('<</Type /Pages /Kids [3 0 R] /Count 1>>'),
    Buffer.from(
      `<</Type /Page /Parent 2 0 R /Contents 4 0 R ${page.includes('/MediaBox') ? '' : '/MediaBox [0 0 595 842]'} ${page}>>`,
    ),
    stream(filter, content),
    ...objects,
  ]
  const parts = numbered.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj `),
    object,
    Buffer.from(' endobj\n'),
  ])
  const trailer = `trailer <</Size ${numbered.length + 1} /Root 1 0 R>>\n%%EOF\n`
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts, Buffer.from(trailer)])
}

/** A stream object. @param entries of its dictionary */
function stream(entries: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries} /Length ${data.length}>> stream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

const FLATE = '/Filter /FlateDecode'

/** The first page of each can be rendered, at once. */
export const ODD_PDFS: Record<string, () => Buffer> = {
  'huge-page.pdf': () => pdfOf({ page: '/MediaBox [0 0 1e9 1e9]' }),
  'long-page.pdf': () => pdfOf({ page: '/MediaBox [0 0 10 1000000]' }),
  'tiny-page.pdf': () => pdfOf({ page: '/MediaBox [0 0 0.001 0.001]' }),
  'deep-array.pdf': () => pdfOf({ page: `/Nested ${'['.repeat(50_000)}${']'.repeat(50_000)}` }),
  'many-objects.pdf': () => pdfOf({ objects: Array.from({ length: 20_000 }, () => Buffer.from('<</A 1>>')) }),
}

/** The first page of each cannot be rendered. */
export const BROKEN_PDFS: Record<string, () => Buffer | Promise<Buffer>> = {
  'only-header.pdf': () => Buffer.from('%PDF-1.7'),
  'noise.pdf': () => Buffer.from(`%PDF-1.7\n${'\x00\xff<<>>[('.repeat(10_000)}`, 'latin1'),
  'no-page.pdf': () =>
    Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj\ntrailer <</Size 2 /Root 1 0 R>>\n%%EOF\n'),
  'endless-tree.pdf': () =>
    Buffer.from(
      '%PDF-1.7\n1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj\n2 0 obj <</Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 1>> endobj\ntrailer <</Size 3 /Root 1 0 R>>\n%%EOF\n',
    ),
  'encrypted.pdf': encrypted,
}

/** Its first page takes hours: a form draws itself a thousand times. */
export function endlessPdf(): Buffer {
  return pdfOf({ ...drawing('/F0 Do'), objects: [form('/F0 5 0 R', '/F0 Do '.repeat(1000))] })
}

/** The first page of each takes more memory than a worker may use. */
export const LARGE_PDFS: Record<string, () => Buffer> = {
  'forms-in-forms.pdf': () => {
    const levels = Array.from({ length: 12 }, (_, level) =>
      form(`/F0 ${level + 6} 0 R`, '/F0 Do '.repeat(40)),
    )
    return pdfOf({ ...drawing('/F0 Do'), objects: [...levels, form('', '0 0 595 842 re f')] })
  },
  'many-lines.pdf': () =>
    pdfOf({
      content: deflateSync(Buffer.alloc(200_000_000, '0 0 m 595 842 l S ')),
      filter: FLATE,
    }),
}

function drawing(content: string) {
  return { page: '/Resources <</XObject <</F0 5 0 R>>>>', content: Buffer.from(content) }
}

function form(names: string, content: string): Buffer {
  const dictionary = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources <</XObject <<${names}>>>>`
  return stream(dictionary, Buffer.from(content))
}

async function encrypted(): Promise<Buffer> {
  const document = new PDFDocument({ userPassword: 'rüzgar' })
  const bytes = buffer(document)
  document.text('Gizli').end()
  return Buffer.from(await bytes)
}
