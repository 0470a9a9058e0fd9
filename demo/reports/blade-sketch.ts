import { BLADES } from '#domain/photo.ts'
import { ZONES } from '../damages.ts'
import type { PlannedFinding } from '../finding-plan.ts'
import { severityColour } from './severity-colour.ts'

const ROW_HEIGHT = 52
const LABEL_WIDTH = 22
const MARKER_RADIUS = 6.5

/** Where each zone begins and ends along the blade, as parts of its length. */
const SPANS = { Kök: [0.03, 0.31], Orta: [0.35, 0.65], Uç: [0.69, 0.95] } as const

/** The three blades, root at the left, with the number of every finding at its place. */
export function drawBladeSketch(
  document: PDFKit.PDFDocument,
  findings: PlannedFinding[],
  { left, width }: { left: number; width: number },
): void {
  const top = document.y + 4
  const length = width - LABEL_WIDTH
  for (const [row, blade] of BLADES.entries()) {
    const middle = top + row * ROW_HEIGHT + ROW_HEIGHT / 2
    document
      .font('bold')
      .fontSize(12)
      .fillColor('#14272b')
      .text(blade, left, middle - 8)
    drawBlade(document, left + LABEL_WIDTH, middle, length)
    for (const zone of ZONES) {
      const here = findings.filter((finding) => finding.blade === blade && finding.zone === zone)
      const [from, to] = SPANS[zone]
      here.forEach((finding, index) => {
        const along = from + ((to - from) * (index + 0.5)) / here.length
        const number = String(findings.indexOf(finding) + 1)
        drawMarker(
          document,
          left + LABEL_WIDTH + along * length,
          middle,
          number,
          severityColour(finding.severity),
        )
      })
    }
  }
  document.font('regular').fontSize(8).fillColor('#50646a')
  for (const zone of ZONES) {
    const [from, to] = SPANS[zone]
    document.text(zone, left + LABEL_WIDTH + from * length, top + 3 * ROW_HEIGHT - 4, {
      width: (to - from) * length,
      align: 'center',
    })
  }
  document.x = left
  document.y = top + 3 * ROW_HEIGHT + 22
}

/** The outline: a round root, the widest chord at a quarter, a slender tip; the leading edge is at the top. */
function drawBlade(document: PDFKit.PDFDocument, x: number, y: number, length: number): void {
  const at = (part: number) => x + part * length
  document
    .moveTo(at(0), y - 9)
    .bezierCurveTo(at(0.08), y - 9, at(0.12), y - 13, at(0.24), y - 13)
    .bezierCurveTo(at(0.5), y - 12, at(0.8), y - 9, at(1), y - 1)
    .bezierCurveTo(at(0.97), y + 7, at(0.6), y + 12, at(0.26), y + 19)
    .bezierCurveTo(at(0.14), y + 19, at(0.08), y + 10, at(0), y + 9)
    .closePath()
    .lineWidth(0.8)
    .fillAndStroke('#eef3f3', '#9fb0b3')
}

function drawMarker(
  document: PDFKit.PDFDocument,
  x: number,
  y: number,
  number: string,
  colour: string,
): void {
  document.circle(x, y, MARKER_RADIUS).lineWidth(1).fillAndStroke(colour, '#fff')
  document
    .font('bold')
    .fontSize(7)
    .fillColor('#fff')
    .text(number, x - MARKER_RADIUS, y - 3.6, { width: 2 * MARKER_RADIUS, align: 'center' })
}
