import { type CSSProperties, type ReactNode, useState } from 'react'
import { CurtainHandle } from '#panel/ui/curtain-handle.tsx'
import type { SplitMode } from './split-mode.ts'

/** Both panes have the same size, so that both pictures have the same scale. In a narrow window one pane is above the other. */
const FIRST_SIDE = 'inset-y-0 left-0 w-[calc(50%-1px)] max-lg:h-[calc(50%-1px)] max-lg:w-full'
const SECOND_SIDE =
  'inset-y-0 right-0 w-[calc(50%-1px)] max-lg:top-auto max-lg:h-[calc(50%-1px)] max-lg:w-full'
const WHOLE = 'inset-0'
/** The positions of the labels in a narrow window, below the controls at its top. */
const STACKED_LABELS = [
  'max-lg:right-4 max-lg:left-auto max-lg:translate-x-0',
  'max-lg:top-4 max-lg:right-4 max-lg:left-auto max-lg:translate-x-0',
]

interface SplitPanesProps {
  mode: SplitMode
  first: ReactNode
  /** Absent if only the first photo is shown, which then fills the screen. */
  second: ReactNode
  /** The label of each side, such as the date of the photo. */
  labels: readonly [ReactNode, ReactNode]
}

/** One picture, or two pictures side by side or under a curtain. The first picture is not mounted again when a second one appears. */
export function SplitPanes({ mode, first, second, labels }: SplitPanesProps) {
  const [share, setShare] = useState(0.5)
  const isCurtain = mode === 'curtain'
  const clipped = (clipPath: string): CSSProperties => (isCurtain && second ? { clipPath } : {})
  const labelPlace = isCurtain ? '' : 'max-lg:grid-cols-1 max-lg:grid-rows-2'
  return (
    <>
      <div
        className={`absolute overflow-hidden ${second && !isCurtain ? FIRST_SIDE : WHOLE}`}
        style={clipped(`inset(0 ${(1 - share) * 100}% 0 0)`)}
      >
        {first}
      </div>
      {second && (
        <>
          <div
            className={`absolute overflow-hidden ${isCurtain ? WHOLE : SECOND_SIDE}`}
            style={clipped(`inset(0 0 0 ${share * 100}%)`)}
          >
            {second}
          </div>
          {isCurtain && <CurtainHandle share={share} onProgress={setShare} />}
          <div className={`pointer-events-none absolute inset-0 grid grid-cols-2 ${labelPlace}`}>
            {labels.map((label, side) => (
              <div key={side === 0 ? 'first' : 'second'} className="relative">
                <div
                  className={`pointer-events-auto absolute top-18 left-1/2 max-w-[min(60%,18rem)] -translate-x-1/2 ${isCurtain ? '' : STACKED_LABELS[side]}`}
                >
                  {label}
                </div>
              </div>
            ))}
          </div>
        </>
      )}
    </>
  )
}
