import { FormattedNumber } from 'react-intl'
import { StateLegend } from '#panel/frame/state/state-legend.tsx'
import { useText } from '#panel/words/use-text.ts'
import { scaleBar } from './outlines-layer.tsx'

/** The scale of the map, what its letters mean, and the source of its outlines. */
export function MapLegend({ scale }: { scale: number }) {
  const text = useText()
  const { km, width } = scaleBar(scale)
  return (
    <div className="pointer-events-none absolute inset-x-3 bottom-2 flex items-end justify-between gap-4 text-caption text-ink-soft">
      <p style={{ width }} className="shrink-0 border-x border-b border-ink-soft text-center tabular-nums">
        {km < 1 ? (
          <FormattedNumber value={km * 1000} style="unit" unit="meter" />
        ) : (
          <FormattedNumber value={km} style="unit" unit="kilometer" />
        )}
      </p>
      <StateLegend className="rounded bg-surface/80 px-1.5" />
      <p className="rounded bg-surface/80 px-1.5">{text('map.sources')}</p>
    </div>
  )
}
