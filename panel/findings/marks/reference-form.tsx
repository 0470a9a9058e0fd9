import { type FormEvent, useRef, useState } from 'react'
import type { FindingShape } from '#domain/findings/finding-shape.ts'
import { PhotoScale } from '#domain/findings/photo-scale.ts'
import { measureFault, parseMeasure } from '#domain/text/typed-number.ts'
import type { ShapeSurface } from '#panel/drawing/surface.ts'
import { Button } from '#panel/ui/button.tsx'
import { TextField } from '#panel/ui/fields/text-field.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useRoomBeside } from './use-room-beside.ts'

interface ReferenceFormProps {
  surface: ShapeSurface
  /** The line whose length is asked for. */
  line: Pick<PhotoScale, 'from' | 'to'>
  typed: string
  onType: (typed: string) => void
  /** @param mm the length in millimetres */
  onKeep: (mm: number) => void
  onClose: () => void
}

/** Asks for the known length of the line that was just drawn, at the edge of the photo that is farther from it. */
export function ReferenceForm({ surface, line, typed, onType, onKeep, onClose }: ReferenceFormProps) {
  const text = useText()
  const [isFaulty, setIsFaulty] = useState(false)
  const form = useRef<HTMLElement>(null)
  const [shape] = useState<FindingShape>({ on: 'image', kind: 'polygon', points: [line.from, line.to] })
  const side = useRoomBeside(form, surface, shape)

  function keep(event: FormEvent) {
    event.preventDefault()
    const length = PhotoScale.shape.mm.safeParse(parseMeasure(typed))
    if (!length.success) {
      setIsFaulty(true)
      return
    }
    onKeep(length.data)
    onClose()
  }

  return (
    <section
      ref={form}
      role="dialog"
      aria-label={text('marks.reference')}
      data-finding-form
      data-theme="dark"
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.key !== 'Escape' && event.stopPropagation()}
      className={`pointer-events-auto absolute top-3 w-80 rounded border border-hairline bg-surface p-4 text-ink shadow-raised ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      <form noValidate onSubmit={keep} className="grid gap-3">
        <TextField
          label={text('marks.reference.length')}
          hint={text('marks.reference.hint')}
          {...(isFaulty && {
            error: text(
              measureFault(typed) === 'thousands' ? 'field.number.thousands' : 'findings.fault.measure',
            ),
          })}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          value={typed}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
        />
        <div className="flex justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            {text('common.cancel')}
          </Button>
          <Button type="submit" variant="primary">
            {text('findings.keep')}
          </Button>
        </div>
      </form>
    </section>
  )
}
