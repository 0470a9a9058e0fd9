import { PDFiumLibrary } from '@hyzyla/pdfium'

/** A PDF as a reader sees it. */
export interface ReadPdf {
  /** The text of each page. */
  pages: string[]
  /** The share of pixels of each page that are not white, from 0 to 1. */
  inked: number[]
  /** The share of pixels of each page that are dark, such as those of filled marks, from 0 to 1. */
  dark: number[]
}

/** Reads the text of each page with PDFium, and renders it in small. @param scale of the rendered pages; 1 is a pixel a point */
export async function readPdf(bytes: Uint8Array, scale = 0.25): Promise<ReadPdf> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const result: ReadPdf = { pages: [], inked: [], dark: [] }
  for (const page of document.pages()) {
    result.pages.push(page.getText().replaceAll('\r\n', '\n'))
    const { data } = await page.render({ scale, render: async ({ data }) => data })
    const greens = Array.from({ length: data.length / 4 }, (_, pixel) => data[pixel * 4 + 1] ?? 255)
    const shareBelow = (limit: number) => greens.filter((green) => green < limit).length / greens.length
    result.inked.push(shareBelow(250))
    result.dark.push(shareBelow(128))
  }
  document.destroy()
  return result
}

/** The number of elements of each type in the tree of tags of a PDF by pdfkit, which does not compress its dictionaries. */
export function countTags(bytes: Buffer): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, type = ''] of bytes.toString('latin1').matchAll(/^\/S \/([A-Z]\w*)$/gm)) {
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return counts
}
