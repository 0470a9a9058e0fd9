import { createRequire } from 'node:module'
import { breakLines } from './break-lines.ts'
import { printableText } from './printable-text.ts'

const require = createRequire(import.meta.url)
/** pdfkit caches a font named by its path. One with a registered name would be read from its file for every text. */
export const FONTS = {
  regular: require.resolve('@expo-google-fonts/geist/400Regular/Geist_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/geist/600SemiBold/Geist_600SemiBold.ttf'),
}

/** The style of a text. Sizes are points. */
export interface TextStyle {
  size: number
  bold?: boolean
  colour: string
  align?: 'left' | 'center' | 'right'
  /** The space between two lines, besides the font's. */
  lineGap?: number
}

/** A text in lines, with its height. */
export interface MeasuredText {
  lines: readonly string[]
  style: TextStyle
  width: number
  lineHeight: number
  height: number
}

/** The number of widths tried by `measureBalanced`. */
const BALANCE_STEPS = 40

/** Measures and draws texts. Nothing else in `report-pdf` calls pdfkit's texts, which begin new pages by themselves. */
export class TextLayout {
  readonly #document: PDFKit.PDFDocument
  readonly #known = new Map<number, boolean>()

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
  }

  /** The text in characters of the fonts, which share their glyphs. */
  printable(text: string): string {
    return printableText(text, (codePoint) => {
      const known = this.#known.get(codePoint) ?? fontOf(this.#document).hasGlyphForCodePoint(codePoint)
      this.#known.set(codePoint, known)
      return known
    })
  }

  measure(text: string, style: TextStyle, width: number): MeasuredText {
    this.#choose(style)
    const lines = breakLines(this.printable(text), width, (piece) => this.#document.widthOfString(piece))
    return this.#measured(lines, style, width)
  }

  /** Like `measure`, but with lines of almost equal width, which avoids a last line of one short word. */
  measureBalanced(text: string, style: TextStyle, width: number): MeasuredText {
    let balanced = this.measure(text, style, width)
    const step = width / BALANCE_STEPS
    for (let narrow = width - step; narrow > width / 2; narrow -= step) {
      const next = this.measure(text, style, narrow)
      if (next.lines.length > balanced.lines.length) break
      balanced = next
    }
    return balanced
  }

  /** The text on one line: in smaller letters if too wide, then shortened. Its full text must be elsewhere. */
  measureLine(text: string, style: TextStyle, width: number, smallest = style.size): MeasuredText {
    const line = this.printable(text).replaceAll('\n', ' ').trimEnd()
    this.#choose(style)
    const wide = this.#document.widthOfString(line)
    if (wide <= width) return this.#measured([line], style, width)
    const size = Math.max(smallest, (style.size * width) / wide)
    const small = { ...style, size }
    this.#choose(small)
    const widthOf = (piece: string) => this.#document.widthOfString(piece)
    if (widthOf(line) <= width + 0.01) return this.#measured([line], small, width)
    const [start = ''] = breakLines(line.replaceAll(' ', '\u00a0'), width - widthOf('…'), widthOf)
    return this.#measured([`${start.replaceAll('\u00a0', ' ').trimEnd()}…`], small, width)
  }

  /** The width of a one-line text. */
  widthOf(text: string, style: TextStyle): number {
    this.#choose(style)
    return this.#document.widthOfString(this.printable(text))
  }

  /** Draws the lines from `first` to before `end`. */
  draw(
    { lines, style, width, lineHeight }: MeasuredText,
    x: number,
    y: number,
    first = 0,
    end = lines.length,
  ) {
    this.#choose(style)
    this.#document.fillColor(style.colour)
    for (const [row, line] of lines.slice(first, end).entries()) {
      const free = style.align === undefined ? 0 : width - this.#document.widthOfString(line)
      const left = x + (style.align === 'center' ? free / 2 : style.align === 'right' ? free : 0)
      // Without `lineBreak` pdfkit draws exactly this line here.
      if (line !== '') this.#document.text(line, left, y + row * lineHeight, { lineBreak: false })
    }
  }

  /** Separates the content before and after it for a screen reader. */
  drawSpace(x: number, y: number): void {
    this.#document.text(' ', x, y, { lineBreak: false })
  }

  #measured(lines: string[], style: TextStyle, width: number): MeasuredText {
    const lineHeight = this.#document.currentLineHeight(true) + (style.lineGap ?? 0)
    return { lines, style, width, lineHeight, height: lines.length * lineHeight }
  }

  #choose({ size, bold = false }: TextStyle): void {
    this.#document.font(bold ? FONTS.bold : FONTS.regular).fontSize(size)
  }
}

/** The chosen font in pdfkit's font library. pdfkit has no public method for it. */
function fontOf(document: PDFKit.PDFDocument): { hasGlyphForCodePoint(codePoint: number): boolean } {
  return (document as unknown as { _font: { font: ReturnType<typeof fontOf> } })._font.font
}
