import { Dialog } from '@base-ui/react/dialog'
import { ArrowLeftRight, Crosshair, Link2, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { MarksToggle } from '#panel/findings/marks/mark-tools.tsx'
import { Divider, FullScreenButton, LightButton, ZoomButtons } from '#panel/photos/lightbox/photo-actions.tsx'
import { COMPARE_MODES, type CompareMode } from '#panel/photos/open-compare.ts'
import { blockedProps, IconButton } from '#panel/ui/button.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'

const MODE_NAMES: Record<CompareMode, MessageId> = {
  sides: 'compare.sides',
  curtain: 'compare.curtain',
  difference: 'compare.difference',
  blend: 'compare.blend',
}

interface CompareBarProps {
  mode: CompareMode
  onMode: (mode: CompareMode) => void
  /** False if one of the files has no picture; then only side by side is possible. */
  hasPictures: boolean
  zoom: ComponentProps<typeof ZoomButtons>
  /** Absent if one photo covers the other, because both then always move together. */
  lock?: { isLocked: boolean; toggle: () => void } | undefined
  /** True if there are marks to hide or show. */
  hasMarks: boolean
  onSwap: () => void
  onFullScreen: () => void
  light: { isOn: boolean; toggle: () => void }
  /** Starts to mark the points again. Absent while the user marks points, and while the photos are side by side. */
  align?: { label: MessageId; start: () => void } | undefined
}

/** The bar of the comparison: how to compare, and the buttons for both photos. */
export function CompareBar({
  mode,
  onMode,
  hasPictures,
  zoom,
  lock,
  hasMarks,
  light,
  align,
  ...rest
}: CompareBarProps) {
  const text = useText()
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-3">
      <Dialog.Title className="truncate text-lead font-medium">{text('compare.title')}</Dialog.Title>
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">{text('compare.modes')}</legend>
        {COMPARE_MODES.map((one, index) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === mode}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onMode(one)}
            {...blockedProps(hasPictures || one === 'sides' ? undefined : text('compare.noPicture'))}
            className="h-control cursor-pointer rounded px-3.5 text-body whitespace-nowrap text-lightbox-ink-soft transition-colors hover:text-lightbox-ink aria-disabled:cursor-default aria-disabled:opacity-55 aria-pressed:bg-lightbox-raised aria-pressed:text-lightbox-ink"
          >
            {text(MODE_NAMES[one])}
          </button>
        ))}
      </fieldset>
      <div className="ml-auto flex flex-wrap justify-end gap-1">
        {align && (
          <button
            type="button"
            aria-keyshortcuts="R"
            onClick={align.start}
            className="inline-flex h-control cursor-pointer items-center gap-2 rounded px-3 text-note text-lightbox-ink-soft transition-colors hover:bg-lightbox-raised hover:text-lightbox-ink"
          >
            <Crosshair aria-hidden className="size-4" />
            {text(align.label)}
          </button>
        )}
        {hasMarks && <MarksToggle />}
        <ZoomButtons {...zoom} />
        {lock && (
          <IconButton
            onDark
            label={text('compare.lock')}
            icon={Link2}
            aria-pressed={lock.isLocked}
            aria-keyshortcuts="L"
            onClick={lock.toggle}
          />
        )}
        <IconButton
          onDark
          label={text('compare.swap')}
          icon={ArrowLeftRight}
          aria-keyshortcuts="X"
          onClick={rest.onSwap}
        />
        <LightButton {...light} />
        <FullScreenButton onClick={rest.onFullScreen} />
        <Divider />
        <Dialog.Close render={<IconButton onDark label={text('compare.close')} icon={X} />} />
      </div>
    </header>
  )
}
