import { FONT_SIZE, FONT_WEIGHT } from './annotation.ts'

let context: CanvasRenderingContext2D | null | undefined

/** The font of annotations, as CSS writes it. */
export function annotationFont(): string {
  return `${FONT_WEIGHT} ${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`
}

/** How wide a text of an annotation is on the screen, in CSS pixels. */
export function textWidth(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * FONT_SIZE
  context.font = annotationFont()
  return context.measureText(text).width
}
