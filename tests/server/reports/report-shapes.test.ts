import { describe, expect, it } from 'vitest'
import { leadingEdge, trailingEdge } from '#server/features/reports/pdf/blade-shape.ts'
import { drawHeading } from '#server/features/reports/pdf/draw-summary.ts'
import { breakLines } from '#server/infrastructure/pdf/break-lines.ts'
import { PAGE } from '#server/infrastructure/pdf/page-style.ts'
import { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { reportDocument } from '../../support/files/report-documents.ts'

describe('the lines of a text', () => {
  const widthOf = (piece: string) => piece.length

  it('have as many letters of a long word as have room', () => {
    for (let letters = 1; letters <= 40; letters += 1) {
      for (let width = 1; width <= 20; width += 1) {
        const word = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnop'.slice(0, letters)
        const pieces = word.match(new RegExp(`.{1,${width}}`, 'g'))
        expect(breakLines(word, width, widthOf), `${letters} letters, ${width} on a line`).toEqual(pieces)
      }
    }
  })

  it.each([
    ['of letters', 'abcdefghijk'],
    ['of signs', '-./_'],
    ['of signs and digits', 'A-1.'],
    ['with a space that does not break', 'boya\u00a0'],
    ['of marks', 'a\u0327\u0323'],
    ['of marks only', '\u0327'],
    ['of emoji', '👍🏽'],
    ['of short words', 'ab '],
    ['of hyphens', 'ab-'],
  ])('take a time that grows with the text and not faster: one text %s', (_, part) => {
    const measured = (letters: number) => {
      let sum = 0
      const text = part.repeat(letters / part.length)
      const lines = breakLines(text, 90, (piece) => {
        sum += piece.length
        return piece.length
      })
      expect(lines.join('').replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')).toBe(true)
      return sum
    }
    expect(measured(80_000) / measured(5_000)).toBeLessThan(17)
    expect(measured(80_000)).toBeLessThan(80_000 * 8)
  })

  it('are filled with words, and end without a space', () => {
    expect(breakLines('boya ve jelkot', 7, widthOf)).toEqual(['boya ve', 'jelkot'])
    expect(breakLines('boya ve jelkot', 14, widthOf)).toEqual(['boya ve jelkot'])
  })
})

describe('a text of ten lines', () => {
  /** Draws it on a page that has room for so many lines. @returns how many lines stand on the last page */
  function linesOnLastPage(room: number): number {
    const pdf = new TaggedPdf(reportDocument([]))
    pdf.document.addPage()
    const text = pdf.measure('ş\n'.repeat(10).trim(), { size: 9.5, colour: '#000' })
    pdf.y = PAGE.height - PAGE.bottom - room * text.lineHeight
    const before = pdf.y
    pdf.flow('P', text)
    const top = pdf.y > before ? before : PAGE.margin
    return Math.round((pdf.y - top) / text.lineHeight)
  }

  // At least three lines stay together, at the end of a page and on the next one.
  it.each([
    [0, 10],
    [2, 10],
    [3, 7],
    [6, 4],
    [7, 3],
    [8, 3],
    [9, 3],
    [10, 10],
  ])('with room for %i of them continues with %i on the next page, or ends here', (room, last) => {
    expect(linesOnLastPage(room)).toBe(last)
  })
})

it('a balanced text has no more and no fewer lines than an ordinary one', () => {
  const { layout } = new TaggedPdf(reportDocument([]))
  const style = { size: 20, colour: '#000' }
  for (let width = 80; width < 600; width += 1) {
    const [ordinary, balanced] = [layout.measure, layout.measureBalanced].map((measure) =>
      measure.call(layout, 'Karaburun rüzgâr enerji santrali, yedinci türbin', style, width),
    )
    expect(balanced?.lines.length, `${width} points`).toBe(ordinary?.lines.length)
  }
})

it.each([
  [60, 1],
  [59, 2],
])('a heading with %i points below it stands on page %i', (below, page) => {
  const pdf = new TaggedPdf(reportDocument([]))
  pdf.document.addPage()
  const { bufferedPageRange } = pdf.document
  const pages = () => bufferedPageRange.call(pdf.document).count
  const before = pages()
  const { lines, lineHeight } = pdf.measure('Özet', { size: 12.5, bold: true, colour: '#000' })
  pdf.y = PAGE.height - PAGE.bottom - (8 + lines.length * lineHeight + 6 + below)
  drawHeading(pdf, 'Özet')
  expect(pages() - before + 1).toBe(page)
})

describe('the outline of a blade', () => {
  it('passes through the places that it is drawn from', () => {
    expect([0, 0.06, 0.2, 0.6, 0.97, 1].map(leadingEdge)).toEqual([19, 19, 26, 18, 4, 0])
    expect([0, 0.05, 0.23, 0.6, 0.97, 1].map(trailingEdge)).toEqual([19, 19.5, 40, 23, 5, 0])
  })

  it('has no step', () => {
    for (const edge of [leadingEdge, trailingEdge]) {
      for (let step = 1; step <= 1000; step += 1) {
        expect(Math.abs(edge(step / 1000) - edge((step - 1) / 1000))).toBeLessThan(0.4)
      }
    }
  })
})
