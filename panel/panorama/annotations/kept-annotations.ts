import * as z from 'zod'
import type { Annotation } from './annotation.ts'
import { AnnotationEditor } from './annotation-editor.ts'
import { newAnnotation, replaced } from './history.ts'

const Point = z.object({ yaw: z.number(), pitch: z.number() })

const Figure = z.discriminatedUnion('tool', [
  z.object({ tool: z.literal('pen'), points: z.array(Point) }),
  z.object({ tool: z.literal('circle'), centre: Point, radius: z.number() }),
  z.object({ tool: z.literal('rectangle'), corners: z.array(Point) }),
  z.object({ tool: z.literal('text'), at: Point, text: z.string() }),
])

/** The annotations that are in no saved picture, by the id of the photo. */
export const KeptAnnotations = z.record(
  z.string(),
  z.array(z.object({ id: z.int(), number: z.int(), figure: Figure })),
)
type KeptAnnotations = z.infer<typeof KeptAnnotations>

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
    const figure = { tool: 'text', at: writing.at, text } as const
    const isNew = writing.id === undefined || !store.find(writing.id)
    const id = isNew ? Math.max(0, ...shown.map((one) => one.id)) + 1 : (writing.id ?? 0)
    unsaved[store.photoId] = isNew
      ? [...shown, newAnnotation(shown, figure, id)]
      : replaced(shown, id, figure)
  }
  return Object.keys(unsaved).length === 0 ? undefined : unsaved
}

/** An editor with the annotations that were kept. */
export function editorWith(kept: KeptAnnotations | undefined): AnnotationEditor {
  const editor = new AnnotationEditor()
  for (const [photoId, annotations] of Object.entries(kept ?? {})) {
    editor.store.restore(Number(photoId), annotations)
  }
  return editor
}
