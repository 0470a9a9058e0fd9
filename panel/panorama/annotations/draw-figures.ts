import { FONT_SIZE } from './annotation.ts'
import type { AnnotationEditor } from './annotation-editor.ts'
import { pathOf } from './placed-figure.ts'

/** The space around the text of a selected annotation, in CSS pixels. */
const PADDING = 5
/** What stays in view of the field for a text, in CSS pixels. */
const FIELD = { width: 260, height: 90 }

/**
 * Brings the annotations and the field for a text to their places. It changes the elements directly, because React would do so after
 * the browser has painted the view.
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

/** The field stays in view, so that nothing that was typed gets lost while the view turns. */
function placeField(layer: HTMLElement, { texts, project }: AnnotationEditor): void {
  const field = layer.querySelector<HTMLElement>('[data-text-field]')
  const at = texts.writing.value && project(texts.writing.value.at)
  if (!field || !at) return
  const x = Math.min(Math.max(0, at.x), Math.max(0, layer.clientWidth - FIELD.width))
  const y = Math.min(Math.max(FIELD.height / 2, at.y), layer.clientHeight - FIELD.height)
  field.style.transform = `translate(${x}px, ${y}px)`
}
