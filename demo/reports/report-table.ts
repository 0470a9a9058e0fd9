interface Table {
  /** Points from the page's left edge. */
  left: number
  columns: { title: string; width: number }[]
  /** `colour` is the background of the fourth cell, which has the severity. */
  rows: { cells: string[]; colour?: string }[]
}

const INK = '#14272b'
const SOFT = '#50646a'
const HAIRLINE = '#cfd9da'
const PADDING = 5
const SEVERITY_COLUMN = 3

/** Draws a table at the current place, on as many pages as it needs. The titles are repeated on each page. */
export function drawTable(document: PDFKit.PDFDocument, { left, columns, rows }: Table): void {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const lefts = columns.map((_, index) =>
    columns.slice(0, index).reduce((sum, column) => sum + column.width, left),
  )
  const line = (y: number) =>
    document
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(HAIRLINE)
  const drawTitles = () => {
    const y = document.y
    document.font('bold').fontSize(8).fillColor(SOFT)
    for (const [index, { title }] of columns.entries()) document.text(title, lefts[index], y)
    document.y = y + 15
    line(document.y)
  }

  drawTitles()
  for (const { cells, colour } of rows) {
    document.font('regular').fontSize(9)
    const heights = cells.map((cell, index) => document.heightOfString(cell, textOf(columns[index])))
    const height = Math.max(...heights) + 2 * PADDING
    if (document.y + height > document.page.height - document.page.margins.bottom) {
      document.addPage()
      drawTitles()
    }
    const y = document.y
    cells.forEach((cell, index) => {
      const isPatch = colour !== undefined && index === SEVERITY_COLUMN
      const x = lefts[index] ?? left
      if (isPatch) document.roundedRect(x - 1, y + PADDING - 2, 16, 14, 3).fill(colour)
      document
        .font(isPatch ? 'bold' : 'regular')
        .fontSize(9)
        .fillColor(isPatch ? '#fff' : INK)
        .text(cell, isPatch ? x + 4 : x, y + PADDING, textOf(columns[index]))
    })
    document.y = y + height
    line(document.y)
  }
  document.x = left
  document.y += 18
}

function textOf(column: { width: number } | undefined): PDFKit.Mixins.TextOptions {
  return { width: (column?.width ?? 0) - 6 }
}
