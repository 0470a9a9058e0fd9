import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { PAGE } from './page-style.ts'
import { printableText } from './printable-text.ts'
import type { ReportDocument } from './report-document.ts'

const require = createRequire(import.meta.url)
const FONTS = {
  regular: require.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
}

/** How a text looks. Sizes are points. */
export interface TextStyle {
  size: number
  bold?: boolean
  colour: string
  width?: number
  height?: number
  align?: 'left' | 'center' | 'right'
  lineGap?: number
}

type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'Caption' | 'TH' | 'TD' | 'Figure' | 'Lbl' | 'LBody'
type Group = 'Sect' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'Div'
type Element = PDFKit.PDFStructureElement
/** `bbox` has the borders left, top, right and bottom in points. The types of pdfkit lack it and `scope`. */
type ElementOptions = NonNullable<Parameters<PDFKit.PDFDocument['struct']>[1]> & {
  bbox?: [number, number, number, number]
  scope?: 'Column'
}

/**
 * A PDF in which every text and picture has its place in the tree of tags, and everything else is an artifact, so that a screen reader
 * reads it in order.
 *
 * @see ISO 14289-1 (PDF/UA-1)
 */
export class TaggedPdf {
  readonly document: PDFKit.PDFDocument
  #parent: Element

  constructor({ language, title, author, createdAt }: ReportDocument) {
    const created = new Date(createdAt)
    const { margin, bottom } = PAGE
    this.document = new PDFDocument({
      size: 'A4',
      margins: { top: margin, left: margin, right: margin, bottom },
      // The footers need the number of all pages.
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
    this.document.registerFont('regular', FONTS.regular).registerFont('bold', FONTS.bold)
    this.document.info.Title = this.printable(title)
    this.#parent = this.document.struct('Document')
    this.document.addStructure(this.#parent)
  }

  /** The place below what is already drawn. */
  get y(): number {
    return this.document.y
  }

  set y(y: number) {
    this.document.x = PAGE.margin
    this.document.y = y
  }

  /** Begins a new page unless there is as much space on this one. */
  ensure(height: number): void {
    if (this.y + height > PAGE.height - PAGE.bottom) this.document.addPage()
  }

  /** Everything that `draw` adds is inside of one element. */
  group(type: Group, draw: () => void, options: ElementOptions = {}): void {
    const outer = this.#parent
    const element = this.document.struct(type, options)
    outer.add(element)
    this.#parent = element
    draw()
    element.end()
    this.#parent = outer
  }

  /** A text or a picture with its tag. */
  tagged(tag: Tag, draw: () => void, options: ElementOptions = {}): void {
    const content = this.document.markStructureContent(tag)
    draw()
    this.document.endMarkedContent()
    this.#parent.add(this.document.struct(tag, options, [content]))
  }

  /** Lines and areas without a meaning of their own. */
  artifact(draw: () => void): void {
    this.document.markContent('Artifact', { type: 'Layout' })
    draw()
    this.document.endMarkedContent()
  }

  /** A link to a place in the document. @param draw draws it and returns the area that can be clicked */
  link(destination: string, description: string, draw: () => { x: number; y: number; w: number; h: number }) {
    const link = this.document.struct('Link')
    const content = this.document.markStructureContent('Link')
    const { x, y, w, h } = draw()
    this.document.endMarkedContent()
    link.add(content)
    // `goTo` inside of the content of a link would add the annotation to no element.
    const Contents = new String(this.printable(description)) as string
    this.document.goTo(x, y, w, h, destination, {
      structParent: link,
      Contents,
    } as PDFKit.Mixins.AnnotationOption)
    link.end()
    this.#parent.add(link)
  }

  /** Draws a text with its tag. Without a place it stands below what is already drawn. */
  text(
    tag: Tag,
    text: string,
    style: TextStyle,
    x = PAGE.margin,
    y = this.y,
    options: ElementOptions = {},
  ): void {
    this.tagged(tag, () => this.plainText(text, style, x, y), options)
  }

  /** Draws a text as a part of a tagged element or of an artifact. */
  plainText(text: string, { size, bold = false, colour, ...options }: TextStyle, x: number, y: number): void {
    this.#choose(size, bold)
    this.document.fillColor(colour).text(this.printable(text), x, y, options)
  }

  /** The height of a text in points. */
  heightOf(text: string, { size, bold = false, ...options }: TextStyle): number {
    this.#choose(size, bold)
    return this.document.heightOfString(this.printable(text), options)
  }

  /** The width of a text of one line in points. */
  widthOf(text: string, size: number, bold = false): number {
    this.#choose(size, bold)
    return this.document.widthOfString(this.printable(text))
  }

  /** The text, shortened to one line of this width. */
  shortened(text: string, size: number, width: number): string {
    const line = text.replaceAll('\n', ' ')
    if (this.widthOf(line, size) <= width) return line
    let kept = line.length
    while (kept > 0 && this.widthOf(`${line.slice(0, kept)}…`, size) > width) kept -= 1
    return `${line.slice(0, kept)}…`
  }

  /** The text in characters that the fonts have; both have the same ones. */
  printable(text: string): string {
    return printableText(text, (codePoint) => fontOf(this.document).hasGlyphForCodePoint(codePoint))
  }

  /** Ends the tree of tags and the document. */
  end(): void {
    this.#parent.end()
    this.document.end()
  }

  #choose(size: number, bold: boolean): void {
    this.document.font(bold ? 'bold' : 'regular').fontSize(size)
  }
}

/**
 * Joins the operators of a page. pdfkit keeps each one in a buffer of its own until the last page is drawn, which takes 100 MB for a
 * report of a hundred pages.
 */
function joinOperators({ content }: PDFKit.PDFPage): void {
  const reference = content as unknown as { buffer: Uint8Array[] }
  reference.buffer = [Buffer.concat(reference.buffer)]
}

/** The chosen font as the library that pdfkit reads fonts with knows it. pdfkit has no public method for it. */
function fontOf(document: PDFKit.PDFDocument): { hasGlyphForCodePoint(codePoint: number): boolean } {
  return (document as unknown as { _font: { font: ReturnType<typeof fontOf> } })._font.font
}
