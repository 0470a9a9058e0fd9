import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { useText } from '#panel/words/use-text.ts'
import type { AnnotationEditor } from './annotation-editor.ts'
import { AnnotationFigure } from './annotation-figure.tsx'
import { annotationName, announcementWords } from './annotation-words.ts'
import { drawFigures } from './draw-figures.ts'
import { PLANE } from './geometry/plane.ts'
import { SPHERE } from './geometry/sphere.ts'
import { TextInput } from './text-input.tsx'
import { watchKeys } from './watch-keys.ts'
import { watchPointers } from './watch-pointers.ts'

interface AnnotationLayerProps {
  editor: AnnotationEditor
  view: PanoramaView
  photoId: number
  /** False for a flat photo. */
  isSphere: boolean
}

/** The annotations of the open photo. The layer covers the view and handles pointers and keys while the tools are open. */
export function AnnotationLayer({ editor, view, photoId, isSphere }: AnnotationLayerProps) {
  useSignals()
  const text = useText()
  const layer = useRef<HTMLDivElement>(null)
  const { value: shown } = editor.shown
  const { value: writing } = editor.texts.writing
  const { value: announcement } = editor.announcement

  useLayoutEffect(() => {
    const size = () => ({
      width: layer.current?.clientWidth ?? 0,
      height: layer.current?.clientHeight ?? 0,
    })
    return editor.attach({ photoId, view, geometry: isSphere ? SPHERE : PLANE, size })
  }, [editor, photoId, view, isSphere])

  // Draws after each change of the annotations, and after each movement of the view before the browser paints it.
  useLayoutEffect(() => {
    const { current: element } = layer
    if (!element) return
    const redraw = () => drawFigures(element, editor)
    redraw()
    return view.onMove(redraw)
  })

  useEffect(() => {
    const around = layer.current?.parentElement
    if (!around) return
    const end = new AbortController()
    let isSpaceDown = false
    watchKeys(editor, end.signal, (isDown) => {
      isSpaceDown = isDown
    })
    watchPointers(around, end.signal, {
      isOn: () => editor.isOpen.value,
      onPress: (at) => !isSpaceDown && editor.press(at),
      onDrag: (to) => editor.drag(to),
      onRelease: () => editor.release(),
      onCancel: () => editor.cancel(),
      onMiss: () => editor.select(undefined),
      onDoubleClick: (at) => editor.changeTextAt(at),
      cursorAt: (at) => {
        if (isSpaceDown) return ''
        if (editor.tool.value) return editor.tool.value === 'text' ? 'text' : 'crosshair'
        return editor.at(at) ? 'move' : ''
      },
    })
    return () => end.abort()
  }, [editor])

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
