import { CalendarDays } from 'lucide-react'
import { type Ref, type RefObject, useImperativeHandle, useRef, useState } from 'react'
import type { DayBounds } from '#domain/time/typed-day.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Few people open the calendar, so its script is no part of a form. */
const DayPopup = lazyDialog(() => import('./day-popup.tsx'))

/** For a key in the field. */
export interface OpenCalendar {
  open: () => void
}

interface DayButtonProps {
  ref: Ref<OpenCalendar>
  /** The label of the field. */
  name: string
  /** The field, under which the calendar opens. */
  anchor: RefObject<HTMLElement | null>
  /** The day in the field. */
  day: string | undefined
  bounds: DayBounds
  onChoose: (day: string) => void
  /** Absent if the field must have a day. */
  onClear: (() => void) | undefined
}

/** The button at the end of a field for a day, with the calendar that it opens. */
export function DayButton({ ref, name, ...popup }: DayButtonProps) {
  const text = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), [])
  return (
    <>
      <IconButton
        ref={button}
        label={text('field.day.open')}
        icon={CalendarDays}
        // It is not in the name, because the field alone has that one.
        aria-description={name}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={DayPopup.preload}
        onFocus={DayPopup.preload}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <DayPopup {...popup} name={name} button={button} onClose={() => setOpen(false)} />}
    </>
  )
}
