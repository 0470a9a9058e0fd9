import { pathOf } from '#panel/drawing/geometry/geometry.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { saveFile } from '#panel/ui/save-file.ts'
import { COLOUR, STROKE_WIDTH } from './annotation.ts'
import type { AnnotationEditor } from './annotation-editor.ts'
import type { PlacedFigure } from './placed-figure.ts'
import { annotationFont } from './text-width.ts'

/** The width of the bright outline of a text, in CSS pixels. */
const TEXT_EDGE = 3

/**
 * Saves the view with its annotations as a PNG, in pixels of the screen. Nothing is sent.
 *
 * @returns false if the browser cannot make the file
 */
export async function savePicture(
  view: PanoramaView,
  editor: AnnotationEditor,
  name: string,
): Promise<boolean> {
  const canvas = view.picture()
  const context = canvas.getContext('2d')
  if (!context) return false
  const pixelRatio = canvas.width / editor.width
  context.scale(pixelRatio, pixelRatio)
  for (const { figure } of editor.shown.value) draw(context, editor.place(figure))
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) return false
  saveFile(file, name)
  editor.markSaved()
  return true
}

/** The name of the file, made from `parts` such as turbine, blade, room and year, without characters that file systems refuse. */
export function pictureName(parts: readonly (string | number | undefined)[]): string {
  const words = parts.map((part) =>
    String(part ?? '')
      .replaceAll(/[^\p{L}\p{N}.-]+/gu, '-')
      .replaceAll(/^[-.]+|[-.]+$/g, ''),
  )
  return `${words.filter(Boolean).join('_')}.png`
}

function draw(context: CanvasRenderingContext2D, { lines, text }: PlacedFigure): void {
  context.lineJoin = 'round'
  context.lineCap = 'round'
  context.strokeStyle = COLOUR
  context.lineWidth = STROKE_WIDTH
  context.stroke(new Path2D(pathOf(lines)))
  if (!text) return
  context.font = annotationFont()
  context.textBaseline = 'middle'
  context.lineWidth = TEXT_EDGE
  context.strokeStyle = 'rgb(255 255 255 / 0.85)'
  context.strokeText(text.text, text.at.x, text.at.y)
  context.fillStyle = COLOUR
  context.fillText(text.text, text.at.x, text.at.y)
}
