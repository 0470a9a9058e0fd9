import { type KeyboardEvent, useRef } from 'react'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { type Handle, handlesOf } from '#panel/drawing/geometry/shapes.ts'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { handleName } from './mark-drawing.ts'

const OWN_KEYS = /^(Arrow\w+|Home|End|Delete|Enter)$/

/**
 * The corners and edges of the open mark, which a pointer pulls. They are one tab stop; the arrow keys go from one to the next, and
 * with Shift they move it.
 */
export function MarkHandles({ shape }: { shape: FindingShape }) {
  const text = useText()
  const group = useRef<HTMLFieldSetElement>(null)
  const handles = handlesOf(shape).map(({ handle }) => handle)
  const { active, onFocus, onKeyDown } = useArrowFocus(group, handles.map(handleName))

  function goOn(event: KeyboardEvent) {
    onKeyDown(event)
    // Elsewhere in the lightbox the arrow keys show other photos, and Delete deletes the photo.
    if (OWN_KEYS.test(event.key)) event.stopPropagation()
  }

  if (handles.length === 0) return null
  return (
    <fieldset
      ref={group}
      aria-label={text('marks.handles')}
      onFocus={onFocus}
      onKeyDown={goOn}
      className="contents"
    >
      {handles.map((handle) => {
        const name = handleName(handle)
        return (
          <button
            key={name}
            type="button"
            data-stop={name}
            data-handle={name}
            tabIndex={name === active ? 0 : -1}
            aria-label={handleLabel(text, handle, shape)}
            className={`pointer-events-auto absolute top-0 left-0 -m-1.5 size-3 cursor-move touch-none border border-lightbox focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-focus ${handle.kind === 'side' ? 'rounded-full bg-lightbox-ink/50' : 'bg-lightbox-ink'}`}
          />
        )
      })}
    </fieldset>
  )
}

function handleLabel(text: Text, handle: Handle, { on }: FindingShape): string {
  if (handle.kind !== 'edges') return text(`marks.handle.${handle.kind}`, { n: handle.index + 1 })
  // On a photo y counts downwards, on a sphere the latitude counts upwards.
  const names = {
    x1: 'left',
    x2: 'right',
    y1: on === 'image' ? 'top' : 'bottom',
    y2: on === 'image' ? 'bottom' : 'top',
  } as const
  const edges = handle.edges.map((edge) => text(`marks.edge.${names[edge]}`))
  return text(edges.length === 1 ? 'marks.handle.edge' : 'marks.handle.corner.box', {
    edge: edges.join(', '),
  })
}
