import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface EmptyTurbineProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
  /** Shows where photos are uploaded. */
  onUpload: () => void
}

/**
 * Says that a turbine has no photos, findings and reports yet. Users who may upload photos read their next step, the others only that
 * they have to wait. Nothing is shown before all three lists have been answered.
 */
export function EmptyTurbine({ turbine, photos, onUpload }: EmptyTurbineProps) {
  const text = useText()
  const uploads = may(useCaller(), 'photo.add', turbine.company_id)
  const { data: findings } = useQuery(findingsQuery(turbine.id))
  const { data: reports } = useQuery(reportsQuery(turbine.id))
  if (photos.length > 0 || findings?.length !== 0 || reports?.length !== 0) return null
  return (
    <div className="mb-6">
      <Banner
        tone="info"
        title={text('turbine.empty')}
        action={
          uploads && (
            <Button variant="outline" onClick={onUpload}>
              {text('turbine.empty.upload')}
            </Button>
          )
        }
      >
        {text(uploads ? 'turbine.empty.next' : 'turbine.empty.wait')}
      </Banner>
    </div>
  )
}
