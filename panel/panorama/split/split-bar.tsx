import { useSignals } from '@preact/signals-react/runtime'
import { Columns2, Crosshair, type LucideIcon, RotateCcw, SquareSplitHorizontal, X } from 'lucide-react'
import { useIntl } from 'react-intl'
import { IconButton } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { PairAlignment } from './pair-alignment.ts'
import { SPLIT_MODES, type SplitMode } from './split-mode.ts'

const ICONS: Record<SplitMode, LucideIcon> = { sides: Columns2, curtain: SquareSplitHorizontal }

interface SplitBarProps {
  mode: SplitMode
  onMode: (mode: SplitMode) => void
  /** Absent unless two photos that can be compared are shown. */
  alignment: PairAlignment | undefined
  onClose: () => void
}

/** The controls of the comparison of two years: the mode, and the alignment. */
export function SplitBar({ mode, onMode, alignment, onClose }: SplitBarProps) {
  useSignals()
  const text = useText()
  return (
    <section
      data-controls
      aria-label={text('panorama.split.tools')}
      className="pointer-events-auto absolute bottom-31 left-1/2 w-max max-w-[calc(100%-2rem)] -translate-x-1/2 rounded bg-lightbox px-1.5 py-1.5 shadow-raised"
    >
      <div className="flex flex-wrap items-center justify-center gap-1">
        {SPLIT_MODES.map((one) => (
          <BarButton
            key={one}
            icon={ICONS[one]}
            label={text(`compare.${one}`)}
            pressed={one === mode}
            onClick={() => onMode(one)}
          />
        ))}
        {alignment && <AlignControls alignment={alignment} />}
        <span aria-hidden className="mx-1 h-5 w-px bg-lightbox-raised" />
        <IconButton onDark label={text('compare.close')} icon={X} onClick={onClose} />
      </div>
      {alignment?.isAligning && (
        <p
          role="status"
          className="mt-1 px-2 pb-0.5 text-center text-caption text-balance text-lightbox-ink-soft"
        >
          {text('panorama.split.how')}
        </p>
      )}
    </section>
  )
}

function AlignControls({ alignment }: { alignment: PairAlignment }) {
  useSignals()
  const text = useText()
  const intl = useIntl()
  const { yaw, pitch } = alignment.offset
  const inDegrees = (angle: number) =>
    intl.formatNumber(angle, { signDisplay: 'negative', minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <>
      <span aria-hidden className="mx-1 h-5 w-px bg-lightbox-raised" />
      <BarButton
        icon={Crosshair}
        label={text('panorama.split.align')}
        keys="H"
        pressed={alignment.isAligning}
        onClick={() => alignment.toggleAligning()}
      />
      <output className="px-2 text-note whitespace-nowrap text-lightbox-ink-soft tabular-nums">
        {text('panorama.split.offset', { yaw: inDegrees(yaw), pitch: inDegrees(pitch) })}
      </output>
      <IconButton
        onDark
        label={text('panorama.split.reset')}
        icon={RotateCcw}
        onClick={() => alignment.reset()}
      />
    </>
  )
}

interface BarButtonProps {
  icon: LucideIcon
  label: string
  keys?: string
  pressed: boolean
  onClick: () => void
}

function BarButton({ icon: Icon, label, keys, pressed, onClick }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-keyshortcuts={keys}
      onClick={onClick}
      className="inline-flex h-control cursor-pointer items-center gap-2 rounded px-3 text-body text-lightbox-ink-soft transition-colors hover:text-lightbox-ink aria-pressed:bg-lightbox-raised aria-pressed:text-lightbox-ink"
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </button>
  )
}
