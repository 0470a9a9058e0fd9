import * as z from 'zod'
import { type Annotation, newAnnotation, replaceFigure, TOOLS } from './annotation.ts'
import { AnnotationEditor } from './annotation-editor.ts'

const Point = z.object({ yaw: z.number(), pitch: z.number() })
const Figure = z.object({ tool: z.enum(TOOLS), points: z.array(Point), text: z.string() })

/** The annotations that are in no saved picture, by the id of the photo. */
export const KeptAnnotations = z.record(
  z.string(),
  z.array(z.object({ id: z.int(), number: z.int(), figure: Figure })),
)

/** What would be lost with the page, with the text that is being typed; undefined if nothing. */
export function unsavedOf({
  store,
  texts,
}: AnnotationEditor): Record<string, readonly Annotation[]> | undefined {
  const unsaved: Record<string, readonly Annotation[]> = { ...store.unsaved.value }
  const { value: writing } = texts.writing
  const text = writing?.text.trim()
  if (writing && text) {
    const shown = store.annotations.value
    const figure = { tool: 'text', points: [writing.at], text } as const
    const changed = store.find(writing.id)
    unsaved[store.photoId] = changed
      ? replaceFigure(shown, changed.id, figure)
      : [...shown, newAnnotation(shown, figure, Math.max(0, ...shown.map(({ id }) => id)) + 1)]
  }
  return Object.keys(unsaved).length === 0 ? undefined : unsaved
}

/** An editor with the annotations that were kept. */
export function editorWith(kept: z.infer<typeof KeptAnnotations> | undefined): AnnotationEditor {
  const editor = new AnnotationEditor()
  for (const [photoId, annotations] of Object.entries(kept ?? {}))
    editor.store.restore(Number(photoId), annotations)
  return editor
}
