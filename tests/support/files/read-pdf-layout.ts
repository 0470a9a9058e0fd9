import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'

/** A piece of text on a page, in points from the upper left corner. */
export interface TextBox {
  left: number
  right: number
  top: number
  bottom: number
}

export interface LaidOutPage {
  /** What a reader can select, without spaces and line breaks. */
  letters: string
  boxes: TextBox[]
}

interface OutlineEntry {
  title: string
  /** Counted from 0. */
  page: number
  entries: OutlineEntry[]
}

export interface LaidOutPdf {
  pages: LaidOutPage[]
  outline: OutlineEntry[]
}

/** The functions of PDFium for places and outlines, which its types lack. */
interface Places {
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(textPage: number): void
  _FPDFText_CountRects(textPage: number, start: number, count: number): number
  _FPDFText_GetRect(
    ...of: [textPage: number, index: number, left: number, top: number, right: number, bottom: number]
  ): number
  _FPDFBookmark_GetFirstChild(document: number, bookmark: number): number
  _FPDFBookmark_GetNextSibling(document: number, bookmark: number): number
  _FPDFBookmark_GetTitle(bookmark: number, buffer: number, length: number): number
  _FPDFBookmark_GetDest(document: number, bookmark: number): number
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number
  wasmExports: { malloc(size: number): number; free(at: number): void }
  HEAPU8: Uint8Array
}

/** Reads where each text of a PDF stands, as PDFium draws it, and its outline. */
export async function readPdfLayout(bytes: Uint8Array): Promise<LaidOutPdf> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const { module, documentIdx } = document as unknown as { module: Places; documentIdx: number }
  const memory = module.wasmExports.malloc(4096)
  const pages = [...document.pages()].map((page) => {
    const { pageIdx } = page as unknown as { pageIdx: number }
    const height = page.getOriginalSize().originalHeight
    return {
      // PDFium takes a hyphen at the end of a line for one that is not a part of the text.
      letters: page.getText().replaceAll('\ufffe', '-').replaceAll(/\s/g, ''),
      boxes: readBoxes(module, pageIdx, memory, height),
    }
  })
  const outline = readOutline(module, documentIdx, 0, memory)
  module.wasmExports.free(memory)
  ;(document satisfies PDFiumDocument).destroy()
  return { pages, outline }
}

function readBoxes(module: Places, page: number, memory: number, height: number): TextBox[] {
  const textPage = module._FPDFText_LoadPage(page)
  const count = module._FPDFText_CountRects(textPage, 0, -1)
  const boxes = Array.from({ length: count }, (_, index) => {
    module._FPDFText_GetRect(textPage, index, memory, memory + 8, memory + 16, memory + 24)
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float64Array(
      module.HEAPU8.buffer.slice(memory, memory + 32),
    )
    return { left, right, top: height - top, bottom: height - bottom }
  })
  module._FPDFText_ClosePage(textPage)
  return boxes.filter(({ left, right }) => right > left)
}

function readOutline(module: Places, document: number, parent: number, memory: number): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  let item = module._FPDFBookmark_GetFirstChild(document, parent)
  while (item !== 0) {
    const length = module._FPDFBookmark_GetTitle(item, memory, 4096)
    const title = new TextDecoder('utf-16le').decode(module.HEAPU8.slice(memory, memory + length - 2))
    const destination = module._FPDFBookmark_GetDest(document, item)
    const page = module._FPDFDest_GetDestPageIndex(document, destination)
    entries.push({ title, page, entries: readOutline(module, document, item, memory) })
    item = module._FPDFBookmark_GetNextSibling(document, item)
  }
  return entries
}
