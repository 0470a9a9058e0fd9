import { drawSeverity } from './draw-severity.ts'
import { COLOURS, PAGE, TEXT_WIDTH } from './page-style.ts'
import type { Cell, Column, Table } from './report-document.ts'
import type { TaggedPdf } from './tagged-pdf.ts'

const SIGN = 11

interface Look {
  size: number
  padding: number
}

interface Placed {
  column: Column
  x: number
  width: number
}

/** Draws a table below what is already drawn, on as many pages as it needs. The titles are repeated on each page. */
export function drawTable(pdf: TaggedPdf, { columns, rows, isCompact }: Table): void {
  const look = isCompact ? { size: 7, padding: 2.2 } : { size: 8.5, padding: 5 }
  const all = columns.reduce((sum, { share }) => sum + share, 0)
  let x = PAGE.margin
  const placed = columns.map((column) => {
    const width = (TEXT_WIDTH * column.share) / all
    x += width
    return { column, x: x - width, width: width - 8 }
  })
  pdf.ensure(70)
  pdf.group('Table', () => {
    pdf.group('THead', () => pdf.group('TR', () => drawTitles(pdf, placed, look, true)))
    pdf.group('TBody', () => {
      for (const row of rows) drawRow(pdf, placed, row, look, isCompact ?? false)
    })
  })
  pdf.y += 16
}

/** @param isTagged false for the repeated titles, which a screen reader must not read again */
function drawTitles(pdf: TaggedPdf, placed: Placed[], { size, padding }: Look, isTagged: boolean): void {
  const { y } = pdf
  for (const { column, x, width } of placed) {
    const style = {
      size: size - 0.5,
      bold: true,
      colour: COLOURS.soft,
      width,
      align: column.align ?? ('left' as const),
    }
    if (isTagged) pdf.text('TH', column.title, style, x, y, { scope: 'Column' })
    else pdf.artifact(() => pdf.plainText(column.title, style, x, y))
  }
  pdf.y = y + size + 2 * padding
  drawLine(pdf, COLOURS.outline)
}

function drawRow(pdf: TaggedPdf, placed: Placed[], row: Cell[], look: Look, isCompact: boolean): void {
  const { size, padding } = look
  const cells = placed.map(({ x, width, column }, index) => {
    const cell = row[index] ?? { text: '' }
    const indent = cell.severity === undefined ? 0 : SIGN + 5
    const inner = { ...column, x: x + indent, width: width - indent }
    return {
      cell,
      left: x,
      ...inner,
      text: isCompact ? pdf.shortened(cell.text, size, inner.width) : cell.text,
    }
  })
  const styleOf = ({ cell, width, align }: (typeof cells)[number]) => ({
    size,
    colour: cell.destination === undefined ? COLOURS.ink : COLOURS.action,
    width,
    align: align ?? ('left' as const),
    lineGap: isCompact ? 0 : 1,
  })
  const heights = cells.map((cell) =>
    isCompact ? size * 1.25 : pdf.heightOf(cell.text || ' ', styleOf(cell)),
  )
  const height = Math.max(...heights) + 2 * padding
  if (pdf.y + height > PAGE.height - PAGE.bottom) {
    pdf.document.addPage()
    drawTitles(pdf, placed, look, false)
  }
  const y = pdf.y + padding
  pdf.group('TR', () => {
    for (const cell of cells) {
      pdf.group('TD', () => {
        const draw = () => {
          if (cell.cell.severity !== undefined)
            drawSeverity(pdf, cell.cell.severity, cell.left, y - 0.5, SIGN)
          pdf.plainText(cell.text, styleOf(cell), cell.x, y)
        }
        const { destination } = cell.cell
        if (destination === undefined) return pdf.tagged('P', draw)
        pdf.link(destination, cell.text, () => {
          draw()
          return { x: cell.left, y: y - 2, w: cell.width, h: height - padding }
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
