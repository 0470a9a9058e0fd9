import { pathOf } from '#panel/drawing/geometry/geometry.ts'
import { FONT_SIZE } from './annotation.ts'
import type { AnnotationEditor } from './annotation-editor.ts'

/** The space around the text of a selected annotation, in CSS pixels. */
const PADDING = 5
/** The size of the text field that must stay in view, in CSS pixels. */
const FIELD = { width: 260, height: 90 }

/**
 * Sets the positions of the annotations and of the text field. It changes the elements directly, because React would change them only
 * after the browser has painted the view.
 */
export function drawFigures(layer: HTMLElement, editor: AnnotationEditor): void {
  for (const { id, figure } of editor.shown.value) {
    const element = layer.querySelector(`[data-annotation="${id}"]`)
    const { lines, text } = editor.place(figure)
    for (const path of element?.querySelectorAll('path') ?? []) path.setAttribute('d', pathOf(lines))
    if (figure.tool !== 'text' || !element) continue
    element.setAttribute('display', text ? 'inline' : 'none')
    if (!text) continue
    element.setAttribute('transform', `translate(${text.at.x} ${text.at.y})`)
    const frame = element.querySelector('rect')
    const height = FONT_SIZE * 1.25 + 2 * PADDING
    const box = { x: -PADDING, y: -height / 2, width: text.width + 2 * PADDING, height }
    for (const [name, value] of Object.entries(box)) frame?.setAttribute(name, String(value))
  }
  placeField(layer, editor)
}

/** Keeps the field in view, so that the user always sees the typed text while the view turns. */
function placeField(layer: HTMLElement, editor: AnnotationEditor): void {
  const field = layer.querySelector<HTMLElement>('[data-text-field]')
  const { value: writing } = editor.texts.writing
  const at = writing && editor.project(writing.at)
  if (!field || !at) return
  const x = Math.min(Math.max(0, at.x), Math.max(0, layer.clientWidth - FIELD.width))
  const y = Math.min(Math.max(FIELD.height / 2, at.y), layer.clientHeight - FIELD.height)
  field.style.transform = `translate(${x}px, ${y}px)`
}
