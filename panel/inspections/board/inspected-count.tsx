import type { FleetInspection } from '#domain/inspections/inspection.ts'
import { ProgressBar } from '#panel/inspections/progress-bar.tsx'
import { useText } from '#panel/words/use-text.ts'

/** How many photos of an inspection somebody has looked at. */
export function InspectedCount({
  inspection,
}: {
  inspection: Pick<FleetInspection, 'photos' | 'looked_at'>
}) {
  const text = useText()
  const { photos, looked_at } = inspection
  if (photos === 0) return <span className="text-ink-faint">{text('inspections.noPhotos')}</span>
  const words = text('inspections.lookedAt.of', { lookedAt: looked_at, photos })
  return <ProgressBar done={looked_at} total={photos} words={words} />
}
