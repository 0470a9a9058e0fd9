import { PDFiumLibrary } from '@hyzyla/pdfium'

/** The functions of PDFium for the objects of a page, which its types lack. */
interface Objects {
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPageObj_GetBounds(
    ...of: [object: number, left: number, bottom: number, right: number, top: number]
  ): number
  wasmExports: { malloc(size: number): number; free(at: number): void }
  HEAPU8: Uint8Array
}

const KINDS: Record<number, string> = { 1: 'text', 2: 'path', 3: 'image' }

/** How many objects stand on a line. */
const IN_LINE = 4

/** What stands on the pages of a PDF: each text, path and image with its borders, in points from the upper left corner. */
export async function readDrawnObjects(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const { module } = document as unknown as { module: Objects }
  const memory = module.wasmExports.malloc(16)
  const lines = [...document.pages()].flatMap((page, index) => {
    const { pageIdx } = page as unknown as { pageIdx: number }
    const { originalHeight: height } = page.getOriginalSize()
    const objects = Array.from({ length: module._FPDFPage_CountObjects(pageIdx) }, (_, at) => {
      const object = module._FPDFPage_GetObject(pageIdx, at)
      module._FPDFPageObj_GetBounds(object, memory, memory + 4, memory + 8, memory + 12)
      const bounds = new Float32Array(module.HEAPU8.buffer.slice(memory, memory + 16))
      const [left = 0, bottom = 0, right = 0, top = 0] = bounds
      const borders = [left, height - top, right, height - bottom].map((border) => border.toFixed(1))
      return `${KINDS[module._FPDFPageObj_GetType(object)]} ${borders.join(' ')}`
    })
    const rows = Array.from({ length: Math.ceil(objects.length / IN_LINE) }, (_, row) =>
      objects.slice(row * IN_LINE, (row + 1) * IN_LINE).join('; '),
    )
    return [`page ${index + 1}`, ...rows]
  })
  module.wasmExports.free(memory)
  document.destroy()
  return lines
}
