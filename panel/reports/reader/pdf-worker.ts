/**
 * A worker that draws the pages of one report with PDFium. The file is of a stranger: PDFium runs no scripts of it, a fault of PDFium stays
 * inside of WebAssembly, and the server lets this worker send no request (`static-pages.ts`).
 */
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import type { DrawnPage, PageSize, PdfAnswer, PdfRequest } from './pdf-messages.ts'
import { addressOf, functionsOf } from './pdfium-functions.ts'
import { MEMORY_BYTES, type OpenPage, readLinks, readTexts } from './read-page.ts'

/** A page of kilometres is drawn smaller. */
const PIXELS_MAX = 16_000_000

let opened: { document: PDFiumDocument; memory: number } | undefined

addEventListener('message', async ({ data: request }: MessageEvent<PdfRequest>) => {
  try {
    if (request.do === 'open') answer({ type: 'opened', pages: await open(request.program, request.file) })
    else {
      const drawn = await draw(request.page, request.width)
      answer({ type: 'drawn', drawn }, [drawn.pixels.buffer])
    }
  } catch {
    answer({ type: 'failed' })
  }
})

async function open(program: ArrayBuffer, file: ArrayBuffer): Promise<PageSize[]> {
  const library = await PDFiumLibrary.init({ wasmBinary: program })
  const document = await library.loadDocument(new Uint8Array(file))
  const { pdfium, documentAt } = functionsOf(document)
  const memory = pdfium.wasmExports.malloc(MEMORY_BYTES)
  opened = { document, memory }
  return Array.from({ length: document.getPageCount() }, (_, page) => {
    pdfium._FPDF_GetPageSizeByIndexF(documentAt, page, memory)
    const [width = 0, height = 0] = new Float32Array(pdfium.HEAPU8.buffer.slice(memory, memory + 8))
    // A page that cannot be read keeps its place.
    return width > 0 && height > 0 ? { width, height } : { width: 595, height: 842 }
  })
}

async function draw(index: number, wanted: number): Promise<DrawnPage> {
  if (!opened) throw new Error('No file is open.')
  const { document, memory } = opened
  const page = document.getPage(index)
  const pageAt = addressOf(page)
  if (pageAt === 0) throw new Error('The page cannot be read.')
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const ratio = originalHeight / originalWidth
  const width = Math.max(1, Math.round(Math.min(wanted, Math.sqrt(PIXELS_MAX / ratio))))
  const height = Math.max(1, Math.round(width * ratio))
  const open: OpenPage = { ...functionsOf(document), pageAt, memory }
  const [texts, links] = [readTexts(open), readLinks(open)]
  // It closes the page, too.
  const { data } = await page.render({ width, height, render: async ({ data }) => data })
  const pixels = new Uint8ClampedArray(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
  return { pixels, width, height, texts, links }
}

function answer(message: PdfAnswer, transfer: Transferable[] = []): void {
  postMessage(message, { transfer })
}
