import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { useText } from '#panel/words/use-text.ts'

/** How many photos somebody has looked at, as numbers and as a bar. */
export function LookedAtBar({ inspection }: { inspection: Pick<FleetInspection, 'photos' | 'looked_at'> }) {
  const text = useText()
  const { photos, looked_at } = inspection
  if (photos === 0) return <span className="text-ink-faint">{text('inspections.noPhotos')}</span>
  const isComplete = looked_at === photos
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <span aria-hidden className="h-1.5 min-w-8 flex-1 overflow-hidden rounded-full bg-hairline">
        <span
          style={{ width: `${(100 * looked_at) / photos}%` }}
          className={`block h-full rounded-full ${isComplete ? 'bg-green' : 'bg-action'}`}
        />
      </span>
      <span className="shrink-0 whitespace-nowrap tabular-nums">
        {text('inspections.lookedAt.of', { lookedAt: looked_at, photos })}
      </span>
    </span>
  )
}
