import type { PageBox, PageLink, PageText } from './pdf-messages.ts'
import type { PdfiumFunctions } from './pdfium-functions.ts'

/** A page that is open in PDFium. */
export interface OpenPage {
  pdfium: PdfiumFunctions
  documentAt: number
  pageAt: number
  /** `MEMORY_BYTES` of the memory of PDFium, for its results. */
  memory: number
}

export const MEMORY_BYTES = 8192
/** More texts or links than this are not read: a page of a stranger may have millions. */
const READ_MAX = 5000
/** A page counts as so many units wide and high, so that PDFium gives its places in whole numbers. */
const UNITS = 1_000_000

/** The texts of a page with their places, for selecting and for screen readers. */
export function readTexts(page: OpenPage): PageText[] {
  const { pdfium, pageAt, memory } = page
  const textPage = pdfium._FPDFText_LoadPage(pageAt)
  if (textPage === 0) return []
  const count = Math.min(READ_MAX, pdfium._FPDFText_CountRects(textPage, 0, -1))
  const texts: PageText[] = []
  for (let index = 0; index < count; index += 1) {
    pdfium._FPDFText_GetRect(textPage, index, memory, memory + 8, memory + 16, memory + 24)
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float64Array(bytesAt(page, 32))
    const length = pdfium._FPDFText_GetBoundedText(
      textPage,
      left,
      top,
      right,
      bottom,
      memory,
      MEMORY_BYTES / 2,
    )
    const text = new TextDecoder('utf-16le')
      .decode(bytesAt(page, 2 * Math.min(Math.max(0, length), MEMORY_BYTES / 2)))
      // A zero ends it. PDFium takes a hyphen at the end of a line for one that is not a part of the text.
      .replaceAll('\0', '')
      .replaceAll('\ufffe', '-')
      .trim()
    const box = boxOf(page, left, top, right, bottom)
    if (text && box.width > 0) texts.push({ text, ...box })
  }
  pdfium._FPDFText_ClosePage(textPage)
  return texts
}

/** The links of a page to pages of the same file. Those to other addresses are left out, because the panel opens nothing that a file names. */
export function readLinks(page: OpenPage): PageLink[] {
  const { pdfium, documentAt, pageAt, memory } = page
  const links: PageLink[] = []
  new DataView(pdfium.HEAPU8.buffer).setInt32(memory, 0, true)
  while (links.length < READ_MAX && pdfium._FPDFLink_Enumerate(pageAt, memory, memory + 4) !== 0) {
    const link = new DataView(pdfium.HEAPU8.buffer).getInt32(memory + 4, true)
    const destination =
      pdfium._FPDFLink_GetDest(documentAt, link) ||
      pdfium._FPDFAction_GetDest(documentAt, pdfium._FPDFLink_GetAction(link))
    const goal = destination === 0 ? -1 : pdfium._FPDFDest_GetDestPageIndex(documentAt, destination)
    if (goal < 0 || pdfium._FPDFLink_GetAnnotRect(link, memory + 8) === 0) continue
    const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(bytesAt(page, 24).slice(8))
    links.push({ page: goal, ...boxOf(page, left, top, right, bottom) })
  }
  return links
}

function bytesAt({ pdfium, memory }: OpenPage, length: number): ArrayBuffer {
  return pdfium.HEAPU8.buffer.slice(memory, memory + length)
}

/** Places of PDFium count from below, and the page may be turned. */
function boxOf(page: OpenPage, left: number, top: number, right: number, bottom: number): PageBox {
  const [one, other] = [placeOf(page, left, top), placeOf(page, right, bottom)]
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}

function placeOf(page: OpenPage, x: number, y: number): { x: number; y: number } {
  const { pdfium, pageAt, memory } = page
  pdfium._FPDF_PageToDevice(pageAt, 0, 0, UNITS, UNITS, 0, x, y, memory, memory + 4)
  const [column = 0, row = 0] = new Int32Array(bytesAt(page, 8))
  return { x: column / UNITS, y: row / UNITS }
}
