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
 * Renders the first page of a PDF on white and writes it as WebP. Every PDF gets its own PDFium instance, so that an exploit finds no other
 * document in its memory.
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
    // The picture size does not depend on the page size, which can be kilometres.
    const box = derivativeBox(WIDTH)
    const scale = Math.min(box.width / originalWidth, box.height / originalHeight)
    return await page.render({
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
      render: async ({ data }) => data,
    })
  } catch {
    // PDFium also fails with WebAssembly errors, such as for a document nested too deeply.
    throw new ImageRefused('unsupported_file')
  }
}
