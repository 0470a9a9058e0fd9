import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { addressOf, functionsOf } from '#panel/reports/reader/pdfium-functions.ts'
import { MEMORY_BYTES, type OpenPage, readLinks, readTexts } from '#panel/reports/reader/read-page.ts'

/** The page of the tests has a window, where the library looks for no file. */
const WASM = new Uint8Array(readFileSync('node_modules/@hyzyla/pdfium/dist/pdfium.wasm')).buffer

/** A contents page of 600 × 800 points with links to the third page and to another address, and two more pages. */
async function makePdf(): Promise<Uint8Array> {
  const pdf = new PDFDocument({ size: [600, 800], margin: 0 })
  pdf.fontSize(20).text('Contents', 60, 80, { lineBreak: false })
  pdf.goTo(60, 200, 300, 40, 'third')
  pdf.link(60, 300, 300, 40, 'https://elsewhere.example/')
  pdf.addPage()
  pdf.addPage().addNamedDestination('third')
  pdf.end()
  return new Uint8Array(await buffer(pdf))
}

async function openFirst(bytes: Uint8Array): Promise<OpenPage> {
  const library = await PDFiumLibrary.init({ wasmBinary: WASM })
  const document = await library.loadDocument(bytes)
  const { pdfium, documentAt } = functionsOf(document)
  const memory = pdfium.wasmExports.malloc(MEMORY_BYTES)
  return { pdfium, documentAt, memory, pageAt: addressOf(document.getPage(0)) }
}

it('reads the texts of a page where they stand', async () => {
  const [text, ...others] = readTexts(await openFirst(await makePdf()))
  expect(others).toEqual([])
  expect(text?.text).toBe('Contents')
  expect(text?.left).toBeCloseTo(0.1, 1)
  expect(text?.top).toBeGreaterThan(0.09)
  expect((text?.top ?? 1) + (text?.height ?? 1)).toBeLessThan(0.14)
})

it('reads links to pages of the same file, and none to another address', async () => {
  const links = readLinks(await openFirst(await makePdf()))
  expect(links).toHaveLength(1)
  expect(links[0]).toMatchObject({ page: 2 })
  expect(links[0]?.left).toBeCloseTo(0.1, 3)
  expect(links[0]?.top).toBeCloseTo(0.25, 3)
  expect(links[0]?.width).toBeCloseTo(0.5, 3)
  expect(links[0]?.height).toBeCloseTo(0.05, 3)
})
