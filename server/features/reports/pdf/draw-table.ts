import { COLOURS, PAGE, TEXT_WIDTH } from '#server/infrastructure/pdf/page-style.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import type { MeasuredText } from '#server/infrastructure/pdf/text-layout.ts'
import { drawSeverity } from './draw-severity.ts'
import type { Cell, Column, Table } from './report-document.ts'

const SIGN = 11
/** Minimum rows of a table below its titles on a page. */
const FIRST_ROWS = 2

interface Look {
  size: number
  padding: number
  lineGap: number
}

interface Placed {
  column: Column
  x: number
  width: number
}

interface MeasuredCell {
  cell: Cell
  /** The start of the cell, and of its text. */
  left: number
  x: number
  text: MeasuredText
}

interface MeasuredRow {
  cells: MeasuredCell[]
  height: number
}

/** Draws a table below the content, on as many pages as needed. Rows are not split; each page repeats the titles. */
export function drawTable(pdf: TaggedPdf, { columns, rows, isCompact }: Table): void {
  const look = isCompact ? { size: 7, padding: 2.2, lineGap: 0 } : { size: 8.5, padding: 4, lineGap: 1 }
  const placed = placeColumns(columns)
  const titles = measureTitles(pdf, placed, look)
  const first = rows.slice(0, FIRST_ROWS).map((row) => measureRow(pdf, placed, row, look))
  pdf.ensure(titles.height + first.reduce((sum, { height }) => sum + height, 0))
  pdf.group('Table', () => {
    pdf.group('THead', () => pdf.group('TR', () => drawTitles(pdf, titles, look, true)))
    pdf.group('TBody', () => {
      for (const [index, row] of rows.entries()) {
        const measured = first[index] ?? measureRow(pdf, placed, row, look)
        if (measured.height > pdf.room) {
          pdf.document.addPage()
          drawTitles(pdf, titles, look, false)
        }
        drawRow(pdf, measured, look)
      }
    })
  })
  pdf.y += 16
}

function placeColumns(columns: readonly Column[]): Placed[] {
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x = PAGE.margin
  return columns.map((column) => {
    const width = (TEXT_WIDTH * column.share) / all
    x += width
    return { column, x: x - width, width: width - 8 }
  })
}

function measureTitles(pdf: TaggedPdf, placed: Placed[], { size, padding }: Look): MeasuredRow {
  const cells = placed.map(({ column, x, width }) => {
    const style = {
      size: size - 0.5,
      bold: true,
      colour: COLOURS.soft,
      align: column.align ?? 'left',
    } as const
    return { cell: { text: column.title }, left: x, x, text: pdf.measure(column.title, style, width) }
  })
  return { cells, height: highest(cells) + 2 * padding }
}

function measureRow(
  pdf: TaggedPdf,
  placed: Placed[],
  row: Cell[],
  { size, padding, lineGap }: Look,
): MeasuredRow {
  const cells = placed.map(({ x, width, column }, index) => {
    const cell = row[index] ?? { text: '' }
    const indent = cell.severity === undefined ? 0 : SIGN + 5
    const style = { size, colour: colourOf(cell), align: column.align ?? 'left', lineGap } as const
    return { cell, left: x, x: x + indent, text: pdf.measure(cell.text, style, width - indent) }
  })
  return { cells, height: highest(cells) + 2 * padding }
}

function colourOf({ destination, isUrgent }: Cell): string {
  if (isUrgent) return COLOURS.overdue
  return destination === undefined ? COLOURS.ink : COLOURS.action
}

function highest(cells: readonly MeasuredCell[]): number {
  return Math.max(0, ...cells.map(({ text }) => text.height))
}

/** @param isTagged false for repeated titles, which a screen reader must skip */
function drawTitles(
  pdf: TaggedPdf,
  { cells, height }: MeasuredRow,
  { padding }: Look,
  isTagged: boolean,
): void {
  const { y } = pdf
  for (const { text, x } of cells) {
    const draw = () => pdf.draw(text, x, y)
    if (isTagged) pdf.tagged('TH', draw, { scope: 'Column' })
    else pdf.artifact(draw)
  }
  pdf.y = y + height - padding
  drawLine(pdf, COLOURS.outline)
}

function drawRow(pdf: TaggedPdf, { cells, height }: MeasuredRow, { padding }: Look): void {
  const y = pdf.y + padding
  pdf.group('TR', () => {
    for (const { cell, left, x, text } of cells) {
      pdf.group('TD', () => {
        const draw = () => {
          if (cell.severity !== undefined) drawSeverity(pdf, cell.severity, left, y - 0.5, SIGN)
          pdf.draw(text, x, y)
        }
        if (cell.destination === undefined) return pdf.tagged('P', draw)
        pdf.link(cell.destination, cell.text, () => {
          draw()
          return { x: left, y: y - 2, w: x - left + text.width, h: height - padding }
        })
      })
    }
  })
  pdf.y = y - padding + height
  drawLine(pdf, COLOURS.hairline)
}

function drawLine(pdf: TaggedPdf, colour: string): void {
  const { y } = pdf
  const right = PAGE.margin + TEXT_WIDTH
  pdf.artifact(() => {
    pdf.document.moveTo(PAGE.margin, y).lineTo(right, y).lineWidth(0.5).stroke(colour)
  })
}
