import type { Measured } from '#server/infrastructure/pdf/measured.ts'
import { COLOURS } from '#server/infrastructure/pdf/page-style.ts'
import { tagText } from '#server/infrastructure/pdf/tagged-parts.ts'
import type { TaggedPdf } from '#server/infrastructure/pdf/tagged-pdf.ts'
import { drawSeverity } from './draw-severity.ts'
import type { Mark, WholePicture } from './report-document.ts'
import { severityColour } from './severity-style.ts'

/** An area of a page, in points. */
export interface Box {
  x: number
  y: number
  w: number
  h: number
}

const SIGN = 15
const POINT_RADIUS = 10

/** A stored picture with its mark, fitted into the box. */
export function measureWholePicture(
  pdf: TaggedPdf,
  { path, alt, unavailable, mark }: WholePicture,
  box: { w: number; h: number },
): Measured & { width: number } {
  const image = openImage(pdf, path)
  if (!image) {
    const [width, height] = [box.w, Math.min(box.h, 90)]
    return { width, height, draw: (x, y) => drawUnavailable(pdf, unavailable, { x, y, w: width, h: height }) }
  }
  const scale = Math.min(box.w / image.width, box.h / image.height)
  const [width, height] = [image.width * scale, image.height * scale]
  return {
    width,
    height,
    draw(x, y) {
      const place = { x, y, w: width, h: height }
      drawFigure(pdf, alt, place, () => {
        pdf.document.image(image, x, y, { width, height })
        if (mark) drawMark(pdf, mark, place)
      })
    },
  }
}

/** Draws a picture that covers the box; its borders may be cut off. @returns false if the file is missing or damaged */
export function drawCoveringPicture(pdf: TaggedPdf, { path, alt }: WholePicture, box: Box): boolean {
  const image = openImage(pdf, path)
  if (!image) return false
  drawFigure(pdf, alt, box, () => {
    const scale = Math.max(box.w / image.width, box.h / image.height)
    const [w, h] = [image.width * scale, image.height * scale]
    pdf.document.image(image, box.x + (box.w - w) / 2, box.y + (box.h - h) / 2, { width: w, height: h })
  })
  return true
}

/** Draws a cropped picture, or the sentence in its place. @param jpeg undefined if the file is missing or damaged */
export function drawCrop(
  pdf: TaggedPdf,
  { alt, unavailable }: { alt: string; unavailable: string },
  jpeg: Buffer | undefined,
  box: Box,
): void {
  if (!jpeg) {
    drawUnavailable(pdf, unavailable, box)
    return
  }
  drawFigure(pdf, alt, box, () => {
    pdf.document.image(jpeg, box.x, box.y, { cover: [box.w, box.h], align: 'center', valign: 'center' })
  })
}

function drawFigure(pdf: TaggedPdf, alt: string, { x, y, w, h }: Box, draw: () => void): void {
  const options = { alt: pdf.printable(alt), bbox: [x, y, x + w, y + h] as [number, number, number, number] }
  pdf.tagged(
    'Figure',
    () => {
      pdf.document.save().rect(x, y, w, h).clip()
      draw()
      pdf.document.restore()
    },
    options,
  )
}

function drawUnavailable(pdf: TaggedPdf, sentence: string, { x, y, w, h }: Box): void {
  pdf.artifact(() => {
    pdf.document.rect(x, y, w, h).lineWidth(0.5).fillAndStroke(COLOURS.sunken, COLOURS.hairline)
  })
  const text = pdf.measure(sentence, { size: 8.5, colour: COLOURS.soft, align: 'center' }, w - 20)
  tagText(pdf, 'P', text).draw(x + 10, y + (h - text.height) / 2)
}

type Image = Parameters<PDFKit.PDFDocument['image']>[0] & { width: number; height: number }

/** pdfkit embeds a file once, however often it is drawn. */
function openImage(pdf: TaggedPdf, path: string): Image | undefined {
  try {
    return (pdf.document as unknown as { openImage(path: string): Image }).openImage(path)
  } catch {
    return undefined // The file is missing, damaged, or no JPEG.
  }
}

/** White below the colour, which keeps the mark visible on every photo. */
function drawMark(pdf: TaggedPdf, { severity, outlines }: Mark, { x, y, w, h }: Box): void {
  const { document } = pdf
  const colour = severityColour(severity)
  for (const outline of outlines) {
    const places = outline.map(([across, down]) => [x + across * w, y + down * h] as [number, number])
    const [first = [x, y]] = places
    for (const [lineWidth, stroke] of [
      [4, COLOURS.white],
      [2, colour],
    ] as const) {
      if (places.length === 1) document.circle(first[0], first[1], POINT_RADIUS)
      else document.polygon(...places)
      document.lineWidth(lineWidth).stroke(stroke)
    }
  }
  const all = outlines.flat()
  const left = x + Math.max(0, Math.min(...all.map(([across]) => across))) * w
  const top = y + Math.min(...all.map(([, down]) => down)) * h
  const margin = outlines.some(({ length }) => length === 1) ? POINT_RADIUS : 0
  const signX = Math.min(Math.max(x + 2, left - margin), x + w - SIGN - 2)
  const above = top - margin - SIGN - 3
  drawSeverity(
    pdf,
    severity,
    signX,
    above < y + 2 ? Math.min(top + margin + 3, y + h - SIGN - 2) : above,
    SIGN,
  )
}
