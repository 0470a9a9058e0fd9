import { useState } from 'react'
import { RangeField } from '#panel/ui/fields/range-field.tsx'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { CloudCanvas } from './cloud-canvas.tsx'
import { type Colouring, colouringsOf } from './cloud-colours.ts'
import type { LoadedCloud } from './use-cloud.ts'

const NAMES: Record<Colouring, MessageId> = {
  file: 'cloud.colour.file',
  height: 'cloud.colour.height',
  intensity: 'cloud.colour.intensity',
}
/** The largest size of a point, in CSS pixels. */
const POINT_SIZE_MAX = 8
/** Clouds with fewer points than this begin with larger points, because they would be hard to see on a large screen. */
const SPARSE_BELOW = 5000

interface ShownCloudProps {
  loaded: LoadedCloud
  /** Runs if the browser has no WebGL, or if the WebGL context is lost. */
  onLost: () => void
  /** Runs if the server does not have the points in this form any more. */
  onGone: () => void
}

/** A loaded cloud with its tools. */
export function ShownCloud({ loaded, onLost, onGone }: ShownCloudProps) {
  const text = useText()
  const { cloud } = loaded
  const colourings = colouringsOf(cloud)
  const [colouring, setColouring] = useState<Colouring>(colourings[0] ?? 'height')
  const [pointSize, setPointSize] = useState(cloud.points < SPARSE_BELOW ? 4 : 2)
  const [shown, setShown] = useState(loaded.nodes[0]?.points ?? 0)
  const [isTrouble, setIsTrouble] = useState(false)
  const [x, y, z] = cloud.origin
  return (
    <div className="absolute inset-0 flex flex-col">
      <div className="flex flex-wrap items-center justify-center gap-x-8 gap-y-2 px-5 pb-3 text-note">
        <fieldset className="flex gap-1">
          <legend className="sr-only">{text('cloud.colour')}</legend>
          {colourings.map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === colouring}
              onClick={() => setColouring(name)}
              className="h-control-small cursor-pointer rounded px-2.5 text-lightbox-ink-soft transition-colors hover:text-lightbox-ink aria-pressed:bg-lightbox-raised aria-pressed:text-lightbox-ink"
            >
              {text(NAMES[name])}
            </button>
          ))}
        </fieldset>
        <RangeField
          label={text('cloud.pointSize')}
          min={1}
          max={POINT_SIZE_MAX}
          value={pointSize}
          onChange={setPointSize}
        />
        <span className="text-lightbox-ink-soft tabular-nums">
          {shown < cloud.points
            ? text('cloud.thinned', { n: shown, total: cloud.points })
            : text('cloud.points', { n: cloud.points })}
        </span>
      </div>
      <CloudCanvas
        loaded={loaded}
        colouring={colouring}
        pointSize={pointSize}
        onShown={setShown}
        onTrouble={setIsTrouble}
        onLost={onLost}
        onGone={onGone}
      />
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-8 px-5 pt-2 text-note text-lightbox-ink-soft">
        {cloud.middle && <span>{text('cloud.degrees', { ...cloud.middle })}</span>}
        {cloud.origin.some((value) => value !== 0) && (
          <span className="tabular-nums" title={text('cloud.origin.hint')}>
            {text('cloud.origin', { x, y, z })}
          </span>
        )}
        {isTrouble && <span role="status">{text('cloud.trouble')}</span>}
      </div>
    </div>
  )
}
