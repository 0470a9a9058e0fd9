import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium'

/** The functions of PDFium for sizes, texts and links, which the types of its package lack. An address is a place in its memory. */
export interface PdfiumFunctions {
  _FPDF_GetPageSizeByIndexF(document: number, page: number, size: number): number
  _FPDF_PageToDevice(
    ...of: [
      page: number,
      startX: number,
      startY: number,
      width: number,
      height: number,
      rotate: number,
      x: number,
      y: number,
      deviceX: number,
      deviceY: number,
    ]
  ): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(textPage: number): void
  _FPDFText_CountRects(textPage: number, start: number, count: number): number
  _FPDFText_GetRect(
    ...of: [textPage: number, index: number, left: number, top: number, right: number, bottom: number]
  ): number
  _FPDFText_GetBoundedText(
    ...of: [
      textPage: number,
      left: number,
      top: number,
      right: number,
      bottom: number,
      buffer: number,
      length: number,
    ]
  ): number
  _FPDFLink_Enumerate(page: number, position: number, link: number): number
  _FPDFLink_GetAnnotRect(link: number, box: number): number
  _FPDFLink_GetDest(document: number, link: number): number
  _FPDFLink_GetAction(link: number): number
  _FPDFAction_GetDest(document: number, action: number): number
  _FPDFDest_GetDestPageIndex(document: number, destination: number): number
  wasmExports: { malloc(size: number): number; free(at: number): void }
  HEAPU8: Uint8Array<ArrayBuffer>
}

/** The fields of the package that its types hide. */
export function functionsOf(document: PDFiumDocument): { pdfium: PdfiumFunctions; documentAt: number } {
  const { module, documentIdx } = document as unknown as { module: PdfiumFunctions; documentIdx: number }
  return { pdfium: module, documentAt: documentIdx }
}

export function addressOf(page: PDFiumPage): number {
  return (page as unknown as { pageIdx: number }).pageIdx
}
