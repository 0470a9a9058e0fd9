import { ChevronLeft, ChevronRight, Columns2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { Photo } from '#domain/photo.ts'
import { InspectBar } from '#panel/photos/inspecting/inspect-bar.tsx'
import type { Inspecting } from '#panel/photos/inspecting/use-inspecting.ts'
import { Button, IconButton } from '#panel/ui/button.tsx'
import { LOOK_KEY } from '#panel/ui/keys/mark-keys.ts'
import { useText } from '#panel/words/use-text.ts'
import { type PanoramaPlace, yearsHere } from './panorama-place.ts'
import type { Split } from './use-split.ts'
import { YearDots } from './year-dots.tsx'

interface PanoramaFootProps {
  photos: Photo[]
  place: PanoramaPlace
  /** The photos that the arrow keys go through. */
  here: Photo[]
  split: Split
  splitButton: RefObject<HTMLButtonElement | null>
  /** Undefined for those who do not work on the inspection. */
  looking: Inspecting | undefined
  onPrevious: () => void
  onNext: () => void
  onYear: (year: number) => void
}

/** The bar below the picture: the years of the room, and the buttons for its previous and next photo. */
export function PanoramaFoot({
  photos,
  place,
  here,
  split,
  splitButton,
  looking,
  ...walk
}: PanoramaFootProps) {
  const text = useText()
  const index = here.findIndex(({ id }) => id === place.photo?.id)
  if (index === -1) return null
  const isAlone = here.length === 1
  return (
    <footer
      data-controls
      className="pointer-events-auto absolute bottom-4 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded bg-lightbox/85 px-2 py-1.5"
    >
      <YearDots
        years={yearsHere(photos, place)}
        year={place.year}
        besideYear={split.photo?.year}
        onYear={walk.onYear}
        onBeside={split.putBeside}
      />
      {split.canOpen && (
        <Button
          ref={splitButton}
          variant="onDark"
          icon={Columns2}
          aria-pressed={split.isOpen}
          aria-keyshortcuts="Y"
          onClick={split.toggle}
        >
          {text('panorama.split.open')}
        </Button>
      )}
      <IconButton
        onDark
        label={text('lightbox.previous')}
        icon={ChevronLeft}
        blocked={isAlone ? text('blocked.onlyPhoto') : undefined}
        aria-keyshortcuts="ArrowLeft"
        onClick={walk.onPrevious}
      />
      <p aria-live="polite" className="min-w-12 text-center text-lead font-medium tabular-nums">
        {text('lightbox.position', { n: index + 1, total: here.length })}
      </p>
      <IconButton
        onDark
        label={text('lightbox.next')}
        icon={ChevronRight}
        blocked={isAlone ? text('blocked.onlyPhoto') : undefined}
        aria-keyshortcuts="ArrowRight"
        onClick={walk.onNext}
      />
      {looking && place.photo && <InspectBar photo={place.photo} looking={looking} shortcut={LOOK_KEY} />}
      <p className="flex items-center gap-x-4 max-2xl:hidden pr-2 pl-3 text-caption whitespace-nowrap text-lightbox-ink-soft">
        <Hint keys={['←', '→']}>{text('panorama.hint.arrows')}</Hint>
        <Hint keys={['F11']}>{text('panorama.hint.fullScreen')}</Hint>
      </p>
    </footer>
  )
}

function Hint({ keys, children }: { keys: string[]; children: string }) {
  return (
    <span className="flex items-center gap-1">
      {keys.map((key) => (
        <kbd key={key} className="rounded bg-lightbox-raised px-1.5 leading-5 text-lightbox-ink">
          {key}
        </kbd>
      ))}
      {children}
    </span>
  )
}
