import { EscapedPdfDocument } from './escaped-metadata.ts'
import type { Measured } from './measured.ts'
import { PAGE, TEXT_WIDTH } from './page-style.ts'
import { FONTS, type MeasuredText, TextLayout, type TextStyle } from './text-layout.ts'

/** Minimum lines of a text at the end and the beginning of a page. */
const LINES_TOGETHER = 3

export type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'Caption' | 'TH' | 'TD' | 'Figure' | 'Lbl' | 'LBody'
export type Group =
  | 'Sect'
  | 'TOC'
  | 'TOCI'
  | 'Table'
  | 'THead'
  | 'TBody'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'L'
  | 'LI'
  | 'Div'
type Element = PDFKit.PDFStructureElement
/** `bbox` has left, top, right and bottom in points. The types of pdfkit lack it and `scope`. */
type ElementOptions = NonNullable<Parameters<PDFKit.PDFDocument['struct']>[1]> & {
  bbox?: [number, number, number, number]
  scope?: 'Column'
}

/** What a reader of PDFs says about a document. */
export interface DocumentFacts {
  /** Of its texts, such as `tr`. */
  language: string
  title: string
  author: string
  /** ISO 8601. */
  createdAt: string
}

/**
 * A PDF in which every text and picture is in the tag tree, and everything else is an artifact, so that a screen reader reads it in order.
 *
 * @see ISO 14289-1 (PDF/UA-1)
 */
export class TaggedPdf {
  /** For lines, areas and pictures. Only `layout` draws texts. */
  readonly document: PDFKit.PDFDocument
  readonly layout: TextLayout
  #parent: Element
  /** The page of each named place, from 1. */
  readonly #pages = new Map<string, number>()

  constructor({ language, title, author, createdAt }: DocumentFacts) {
    const created = new Date(createdAt)
    const { margin, bottom } = PAGE
    this.document = new EscapedPdfDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom },
      // The footers need the page count.
      bufferPages: true,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: language,
      displayTitle: true,
      font: FONTS.regular,
      info: { Author: author, Creator: 'Kanat', CreationDate: created, ModDate: created },
    })
    let finished: PDFKit.PDFPage | undefined
    this.document.on('pageAdded', () => {
      if (finished) joinOperators(finished)
      finished = this.document.page
    })
    this.layout = new TextLayout(this.document)
    this.document.info.Title = this.printable(title)
    this.#parent = this.document.struct('Document')
    this.document.addStructure(this.#parent)
  }

  /** The place below the content. */
  get y(): number {
    return this.document.y
  }

  set y(y: number) {
    this.document.x = PAGE.margin
    this.document.y = y
  }

  /** The free height of this page. */
  get room(): number {
    return PAGE.height - PAGE.bottom - this.y
  }

  /** True for an empty page. */
  get isAtTop(): boolean {
    return this.y <= PAGE.margin + 0.01
  }

  /** Begins a new page unless this one has as much space. */
  ensure(height: number): void {
    // Sums of heights are not exact.
    if (height > this.room + 0.01) this.document.addPage()
  }

  /** Draws something below the content, on one page. */
  add(part: Measured, x = PAGE.margin): void {
    this.ensure(part.height)
    const { y } = this
    part.draw(x, y)
    this.y = y + part.height
  }

  /** Adds the place of the next part to the outline. */
  addToOutline(title: string, parent: PDFKit.PDFOutline = this.document.outline): PDFKit.PDFOutline {
    // pdfkit counts `left` from the right edge, and would scroll there.
    return parent.addItem(this.printable(title), { left: PAGE.width, top: this.#topOfPlace } as object)
  }

  /** Names the place of the next part, for links and the contents. */
  addDestination(name: string): void {
    this.document.addNamedDestination(name, 'XYZ', 0, this.#topOfPlace, null)
    this.#pages.set(name, this.pageNumber)
  }

  /** The page number of a named place; undefined before it is drawn. */
  pageOf(destination: string): number | undefined {
    return this.#pages.get(destination)
  }

  /** The number of the last page, from 1. */
  get pageNumber(): number {
    return this.document.bufferedPageRange().count
  }

  /** A part at the top of a page opens with the top edge of the page. */
  get #topOfPlace(): number {
    return this.y <= PAGE.margin ? 0 : this.y - 12
  }

  /** Everything that `draw` adds is inside one element. */
  group(type: Group, draw: () => void, options: ElementOptions = {}): void {
    const outer = this.#parent
    const element = this.document.struct(type, options)
    outer.add(element)
    this.#parent = element
    draw()
    element.end()
    this.#parent = outer
  }

  /** Adds an element to the open one, which must stay open. @returns a function that draws its content later */
  reserve(type: Group): (draw: () => void) => void {
    const element = this.document.struct(type)
    this.#parent.add(element)
    return (draw) => {
      const outer = this.#parent
      this.#parent = element
      draw()
      element.end()
      this.#parent = outer
    }
  }

  /** A text or a picture with its tag. */
  tagged(tag: Tag, draw: () => void, options: ElementOptions = {}): void {
    const content = this.document.markStructureContent(tag)
    draw()
    this.document.endMarkedContent()
    this.#parent.add(this.document.struct(tag, options, [content]))
  }

  /** Decorative lines and areas. */
  artifact(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.document.endMarkedContent()
  }

  /** A link to a place in the document. @param draw draws it and returns the clickable area */
  link(destination: string, description: string, draw: () => { x: number; y: number; w: number; h: number }) {
    const link = this.document.struct('Link')
    const content = this.document.markStructureContent('Link')
    const { x, y, w, h } = draw()
    this.document.endMarkedContent()
    link.add(content)
    // `goTo` inside a link's content would add the annotation to no element.
    const Contents = new String(this.printable(description)) as string
    this.document.goTo(x, y, w, h, destination, {
      structParent: link,
      Contents,
    } as PDFKit.Mixins.AnnotationOption)
    link.end()
    this.#parent.add(link)
  }

  /** Draws a text below the content. A text that does not fit continues on the next pages, with a few lines at least on each. */
  flow(tag: Tag, text: MeasuredText): void {
    const { lines, lineHeight } = text
    const contents: PDFKit.PDFStructureContent[] = []
    for (let first = 0; first < lines.length; ) {
      const count = this.#linesHere(lines.length - first, lineHeight)
      if (count === 0) {
        this.document.addPage()
        continue
      }
      const { y } = this
      contents.push(this.document.markStructureContent(tag))
      this.layout.draw(text, PAGE.margin, y, first, first + count)
      this.document.endMarkedContent()
      this.y = y + count * lineHeight
      first += count
    }
    this.#parent.add(this.document.struct(tag, {}, contents))
  }

  /** How many of a text's remaining lines go on this page. */
  #linesHere(rest: number, lineHeight: number): number {
    const isFull = !this.isAtTop
    const room = Math.max(isFull ? 0 : 1, Math.floor((this.room + 0.01) / lineHeight))
    if (rest <= room) return rest
    const count = Math.min(room, rest - LINES_TOGETHER)
    return count < LINES_TOGETHER && isFull ? 0 : Math.max(1, count)
  }

  /** Draws a measured text inside a tagged element or an artifact. */
  draw(text: MeasuredText, x: number, y: number): void {
    this.layout.draw(text, x, y)
  }

  measure(text: string, style: TextStyle, width = TEXT_WIDTH): MeasuredText {
    return this.layout.measure(text, style, width)
  }

  printable(text: string): string {
    return this.layout.printable(text)
  }

  /** Closes the tag tree and the document. */
  end(): void {
    this.#parent.end()
    this.document.end()
  }
}

/**
 * Joins the operators of a page. pdfkit keeps each in its own buffer until the last page, which takes 100 MB for a report of a hundred
 * pages.
 */
function joinOperators({ content }: PDFKit.PDFPage): void {
  const reference = content as unknown as { buffer: Uint8Array[] }
  reference.buffer = [Buffer.concat(reference.buffer)]
}
