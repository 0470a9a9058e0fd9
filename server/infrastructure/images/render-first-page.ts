import { readFile, writeFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { DERIVATIVE_WIDTHS } from '#domain/limits.ts'
import { derivativeBox } from '#domain/pictures/photo-derivatives.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import { FILE_MODE, type PageRequest, WEBP_QUALITY } from './decode-request.ts'

/** The width of a thumbnail, in pixels. */
const WIDTH = Math.min(...DERIVATIVE_WIDTHS)

/**
 * Renders the first page of a PDF on a white ground and writes it as WebP. Every PDF gets its own instance of PDFium, so that one that
 * exploits a bug of PDFium finds no other document in its memory.
 *
 * @throws ImageRefused if the PDF is encrypted or damaged; the error of the file system if a file cannot be read or written
 */
export async function renderFirstPage({ path, thumbnail }: PageRequest): Promise<void> {
  const file = await readFile(path)
  const { data, width, height } = await renderInNewInstance(file)
  const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#fff' })
  const bytes = await picture.webp({ quality: WEBP_QUALITY }).toBuffer()
  await writeFile(thumbnail, bytes, { flush: true, mode: FILE_MODE })
}

async function renderInNewInstance(file: Uint8Array) {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    const page = document.getPage(0)
    const { originalWidth, originalHeight } = page.getOriginalSize()
    if (!(originalWidth > 0 && originalHeight > 0)) throw new Error('The page is empty.')
    // The size of the picture does not depend on the size of the page, which can be kilometres.
    const box = derivativeBox(WIDTH)
    const scale = Math.min(box.width / originalWidth, box.height / originalHeight)
    return await page.render({
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
      render: async ({ data }) => data,
    })
  } catch {
    // PDFium also fails with errors of WebAssembly, for example if a document nests too deeply.
    throw new ImageRefused('unsupported_file')
  }
}
