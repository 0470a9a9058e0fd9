import { Check, ChevronsRight } from 'lucide-react'
import type { Photo } from '#domain/photo.ts'
import { endingOfObject } from '#domain/text/turkish.ts'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { isUninspected } from './inspect-order.ts'
import type { Inspecting } from './use-inspecting.ts'

interface InspectBarProps {
  /** The open photo. */
  photo: Photo
  looking: Inspecting
  /** The key for looking, as `KeyboardEvent.key` in lower case. */
  shortcut: string
}

/** Says that nothing was found on the open photo and goes on, or takes it back; and how many photos of the year somebody has looked at. */
export function InspectBar({ photo, looking, shortcut }: InspectBarProps) {
  const text = useText()
  const { done, total, next, goOn, takeBack } = looking
  const isOpen = isUninspected(photo)
  const key = shortcut.toUpperCase()
  return (
    <div className="flex items-center gap-2 text-note whitespace-nowrap text-lightbox-ink-soft">
      {isOpen ? (
        <Button variant="onDark" size="small" icon={Check} aria-keyshortcuts={key} onClick={() => goOn()}>
          {text('look.done')}
          <Key name={key} />
        </Button>
      ) : (
        <>
          <Button
            variant="onDark"
            size="small"
            icon={Check}
            aria-pressed
            data-tooltip={text('look.takeBack')}
            onClick={takeBack}
          >
            {text('look.isDone')}
          </Button>
          {next && (
            <Button
              variant="onDark"
              size="small"
              icon={ChevronsRight}
              aria-keyshortcuts={key}
              onClick={() => goOn()}
            >
              {text('look.next')}
              <Key name={key} />
            </Button>
          )}
        </>
      )}
      <p role="status" className="tabular-nums">
        {text('look.count', { n: done, total, year: String(photo.year), ending: endingOfObject(done) })}
      </p>
    </div>
  )
}

function Key({ name }: { name: string }) {
  return (
    <kbd aria-hidden className="rounded bg-lightbox-raised px-1.5 leading-5 text-lightbox-ink">
      {name}
    </kbd>
  )
}
