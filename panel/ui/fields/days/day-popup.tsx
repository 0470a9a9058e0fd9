import { Popover } from '@base-ui/react/popover'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { DayBounds } from '#domain/time/typed-day.ts'
import { Button } from '#panel/ui/button.tsx'
import { useDialogTheme } from '#panel/ui/dialogs/dialog-theme.ts'
import { useToday } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { DayCalendar } from './day-calendar.tsx'

interface DayPopupProps {
  /** The label of the field. */
  name: string
  anchor: RefObject<HTMLElement | null>
  /** The button that opens the popup. It gets the focus when the popup closes. */
  button: RefObject<HTMLButtonElement | null>
  day: string | undefined
  bounds: DayBounds
  onChoose: (day: string) => void
  onClear: (() => void) | undefined
  onClose: () => void
}

/** The calendar under a field for a day. It is open as long as it is mounted. Escape closes it alone, also in a dialog. */
export default function DayPopup(props: DayPopupProps) {
  const { name, anchor, button, day, bounds, onChoose, onClear, onClose } = props
  const text = useText()
  const theme = useDialogTheme()
  const today = useToday()
  const popup = useRef<HTMLDivElement>(null)
  const isTodayOffered = today >= bounds.min && today <= bounds.max
  const choose = (chosen: string) => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Popover.Root
      open
      modal="trap-focus"
      onOpenChange={(_, { reason, event }) => {
        // The button closes by its own click; otherwise it would open the calendar again.
        const isOnButton = event.target instanceof Node && button.current?.contains(event.target)
        if (reason !== 'outside-press' || !isOnButton) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="start" className="z-popup outline-none">
          <Popover.Popup
            ref={popup}
            data-theme={theme}
            aria-label={text('field.day.calendar', { name })}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('td [tabindex="0"]')}
            finalFocus={button}
            onKeyDown={keepKey}
            className="max-h-(--available-height) w-80 overflow-y-auto rounded border border-hairline bg-surface p-3 text-ink shadow-raised outline-none"
          >
            <DayCalendar day={day} today={today} bounds={bounds} onChoose={choose} />
            <div className="mt-2 flex gap-1 border-t border-hairline pt-2">
              {isTodayOffered && (
                <Button size="small" variant="ghost" onClick={() => choose(today)}>
                  {text('field.day.today')}
                </Button>
              )}
              {onClear && day !== undefined && (
                <Button
                  size="small"
                  variant="ghost"
                  onClick={() => {
                    onClear()
                    onClose()
                  }}
                >
                  {text('field.day.clear')}
                </Button>
              )}
              <Popover.Close
                render={
                  <Button size="small" variant="ghost" className="ml-auto">
                    {text('common.cancel')}
                  </Button>
                }
              />
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** The form and the photo around the field must not get the keys of the calendar. Escape and Tab are those of the popup itself. */
function keepKey(event: KeyboardEvent) {
  const isOfPopup = event.key === 'Escape' || event.key === 'Tab'
  if (!isOfPopup && !event.ctrlKey && !event.metaKey) event.stopPropagation()
}
