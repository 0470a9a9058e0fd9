import { useSignals } from '@preact/signals-react/runtime'
import {
  Download,
  FolderInput,
  GitCompareArrows,
  Maximize,
  Minus,
  Plus,
  Search,
  SunMedium,
  Trash2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Photo } from '#domain/photo.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { isLightChanged, light } from './light.ts'

/** A button that is on or off. */
interface Toggle {
  isOn: boolean
  toggle: () => void
}

interface PhotoActionsProps {
  photo: Photo
  zoom: { scale: number; step: (direction: 1 | -1) => void; reset: () => void }
  loupe: Toggle
  lightBar: Toggle
  onFullScreen: () => void
  /** Compares the photo with one of another year; absent if there is none. */
  compare?: { label: string; open: () => void } | undefined
  /** Asks where the photo belongs; absent if the caller may not move it. */
  onMove?: (() => void) | undefined
  /** Asks whether to delete the photo; absent if the caller may not delete it. */
  onDelete?: (() => void) | undefined
}

/** The buttons for the open photo, in colours for the dark background of the lightbox. */
export function PhotoActions({ photo, onFullScreen, compare, onMove, onDelete, ...rest }: PhotoActionsProps) {
  const text = useText()
  return (
    <>
      {photo.thumb_url !== null && <PictureActions {...rest} />}
      <FullScreenButton onClick={onFullScreen} />
      {compare && (
        <IconButton
          onDark
          label={compare.label}
          icon={GitCompareArrows}
          aria-keyshortcuts="K"
          onClick={compare.open}
        />
      )}
      <a
        href={photo.url}
        download={photo.originalName}
        aria-label={text('lightbox.download')}
        data-tooltip={text('lightbox.download')}
        className="inline-flex size-control shrink-0 items-center justify-center rounded text-lightbox-ink-soft transition-colors hover:bg-lightbox-raised hover:text-lightbox-ink"
      >
        <Download aria-hidden className="size-4.5" />
      </a>
      {onMove && <IconButton onDark label={text('lightbox.move')} icon={FolderInput} onClick={onMove} />}
      {onDelete && <IconButton onDark label={text('lightbox.delete')} icon={Trash2} onClick={onDelete} />}
    </>
  )
}

function PictureActions({ zoom, loupe, lightBar }: Pick<PhotoActionsProps, 'zoom' | 'loupe' | 'lightBar'>) {
  const text = useText()
  return (
    <>
      <ZoomButtons {...zoom} />
      <Divider />
      <IconButton
        onDark
        label={text('lightbox.loupe')}
        icon={Search}
        aria-pressed={loupe.isOn}
        aria-keyshortcuts="L"
        onClick={loupe.toggle}
      />
      <LightButton {...lightBar} />
      <Divider />
    </>
  )
}

/** Opens and closes the bar for brightness and contrast. A dot is shown if they are changed. */
export function LightButton({ isOn, toggle }: Toggle) {
  useSignals()
  const text = useText()
  return (
    <span className="relative">
      <IconButton
        onDark
        label={text('lightbox.light')}
        icon={SunMedium}
        aria-expanded={isOn}
        aria-keyshortcuts="B"
        onClick={toggle}
      />
      {isLightChanged(light.value) && (
        <span
          role="img"
          aria-label={text('lightbox.light.changed')}
          className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-lightbox-ink"
        />
      )}
    </span>
  )
}

export function FullScreenButton({ onClick }: { onClick: () => void }) {
  const text = useText()
  return (
    <IconButton
      onDark
      label={text('lightbox.fullScreen')}
      icon={Maximize}
      aria-keyshortcuts="F"
      onClick={onClick}
    />
  )
}

/** The magnification and the buttons that change it; 1 fits the picture into its box. */
export function ZoomButtons({ scale, step, reset }: PhotoActionsProps['zoom']): ReactNode {
  const text = useText()
  const intl = useIntl()
  return (
    <>
      <IconButton
        onDark
        label={text('lightbox.zoomOut')}
        icon={Minus}
        aria-keyshortcuts="-"
        onClick={() => step(-1)}
      />
      <button
        type="button"
        data-tooltip={text('lightbox.fit')}
        aria-keyshortcuts="0"
        onClick={reset}
        className="h-control w-14 shrink-0 cursor-pointer rounded text-note tabular-nums transition-colors hover:bg-lightbox-raised"
      >
        {intl.formatNumber(scale, { maximumFractionDigits: 2 })}×
        <span className="sr-only">, {text('lightbox.fit')}</span>
      </button>
      <IconButton
        onDark
        label={text('lightbox.zoomIn')}
        icon={Plus}
        aria-keyshortcuts="+"
        onClick={() => step(1)}
      />
    </>
  )
}

/** A line between groups of buttons, where there is room for it. */
export function Divider() {
  return <span aria-hidden className="mx-1 my-2 w-px bg-lightbox-raised max-xl:hidden" />
}
