import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { PLANE } from '#panel/drawing/geometry/plane.ts'
import { SPHERE } from '#panel/drawing/geometry/sphere.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { useText } from '#panel/words/use-text.ts'
import { annotationName, announcementWords } from './annotation.ts'
import type { AnnotationEditor } from './annotation-editor.ts'
import { AnnotationFigure } from './annotation-figure.tsx'
import { drawFigures } from './draw-figures.ts'
import { TextInput } from './text-input.tsx'

interface AnnotationLayerProps {
  editor: AnnotationEditor
  view: PanoramaView
  photoId: number
  /** False for a flat photo. */
  isSphere: boolean
}

/** The annotations of the open photo. The layer covers the view. While the tools are open, pointers and keys change annotations. */
export function AnnotationLayer({ editor, view, photoId, isSphere }: AnnotationLayerProps) {
  useSignals()
  const text = useText()
  const layer = useRef<HTMLDivElement>(null)
  const { value: shown } = editor.shown
  const { value: writing } = editor.texts.writing
  const { value: announcement } = editor.announcement

  useLayoutEffect(() => {
    const element = layer.current?.parentElement
    const canvas = element?.querySelector('canvas')
    if (!element || !canvas) return
    return editor.attach({
      element,
      canvas,
      photoId,
      view,
      geometry: isSphere ? SPHERE : PLANE,
      onMove: (listener) => view.onMove(listener),
      draw: () => layer.current && drawFigures(layer.current, editor),
    })
  }, [editor, photoId, view, isSphere])
  useLayoutEffect(() => editor.draw())

  // The focus stays in the picture when the annotation that had it is deleted.
  useEffect(() => {
    if (announcement?.what !== 'deleted' || document.activeElement !== document.body) return
    layer.current?.parentElement?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [announcement])

  return (
    <div ref={layer} className="pointer-events-none absolute inset-0 overflow-hidden">
      <svg aria-label={text('panorama.annotations')} className="absolute inset-0 size-full">
        {shown.map((annotation) => (
          <AnnotationFigure
            key={annotation.id}
            annotation={annotation}
            name={annotationName(text, annotation)}
            isSelected={annotation.id === editor.selected.value?.id}
            isOpen={editor.isOpen.value}
            onFocus={() => {
              editor.select(annotation.id)
              editor.reveal(annotation)
            }}
          />
        ))}
      </svg>
      {writing && <TextInput key={writing.id} texts={editor.texts} writing={writing} />}
      <p role="status" className="sr-only">
        {announcement && announcementWords(text, announcement)}
      </p>
    </div>
  )
}
