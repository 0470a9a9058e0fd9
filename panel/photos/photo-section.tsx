import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { BladeBlocks } from './blade-blocks.tsx'
import { bladePhotosQuery } from './photos-query.ts'
import { RoomGallery } from './room-gallery.tsx'

/** The blade photos of a turbine. Viewers who may upload get one block for each blade; others get the gallery. */
export function PhotoSection({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const viewer = useViewer()
  const uploads = may(viewer, 'photo.add', turbine.company_id)
  const query = useQuery(bladePhotosQuery(turbine.id))

  return (
    <section aria-labelledby="photos-title">
      <h2 id="photos-title" className="mb-5 text-section font-semibold tracking-tight text-ink">
        {text(uploads ? 'photos.title' : 'photos.gallery.title')}
      </h2>
      <QueryBoundary
        query={query}
        loading={<PhotoSkeletons label={text('photos.loading')} />}
        failed={text('photos.failed')}
      >
        {(photos) =>
          uploads ? (
            <BladeBlocks turbine={turbine} photos={photos} />
          ) : (
            <RoomGallery turbine={turbine} photos={photos} />
          )
        }
      </QueryBoundary>
    </section>
  )
}

const PLACES = Array.from({ length: 10 }, (_, place) => place)

function PhotoSkeletons({ label }: { label: string }) {
  return (
    <div
      role="status"
      className="grid grid-cols-[280px_1fr] gap-8 rounded border border-hairline bg-surface p-6"
    >
      <span className="sr-only">{label}</span>
      <div className="grid content-start gap-4">
        <Skeleton className="h-8 w-32" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
      <div className="grid grid-cols-5 gap-2">
        {PLACES.map((place) => (
          <Skeleton key={place} className="aspect-4/3" />
        ))}
      </div>
    </div>
  )
}
