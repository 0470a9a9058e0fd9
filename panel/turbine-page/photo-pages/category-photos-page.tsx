import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Id } from '#domain/fields.ts'
import { turbineAddress } from '#domain/panel-addresses.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { categoryPhotosQuery, type PageCategory } from '#panel/data/photos.ts'
import { turbineQuery } from '#panel/data/turbines.ts'
import { MarkingProvider } from '#panel/findings/marks/marking.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { BackLink } from '#panel/turbine-page/back-link.tsx'
import { InvalidTurbineId, TurbineFailure } from '#panel/turbine-page/turbine-failure.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { TimeZoneContext } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { CategoryPhotos } from './category-photos.tsx'

/** `/turbine/:id/drone-photos` and `/turbine/:id/operator-photos`. */
export default function CategoryPhotosPage({ category }: { category: PageCategory }) {
  const { id = '' } = useParams()
  const parsed = Id.safeParse(id)
  return (
    <PanelFrame wide>
      {parsed.success ? (
        <TurbineScreen key={parsed.data} id={parsed.data} category={category} />
      ) : (
        <div className="pt-10">
          <InvalidTurbineId />
        </div>
      )}
    </PanelFrame>
  )
}

function TurbineScreen({ id, category }: { id: number; category: PageCategory }) {
  const text = useText()
  const query = useQuery(turbineQuery(useQueryClient(), id))
  return (
    <QueryBoundary
      query={query}
      loading={
        <div className="pt-9">
          <PageSkeleton label={text('turbine.loading')} />
        </div>
      }
      failed={(error, retry) => (
        <div className="pt-10">
          <TurbineFailure error={error} retry={retry} />
        </div>
      )}
    >
      {(turbine) => (
        <TimeZoneContext value={turbine.time_zone}>
          <PhotoScreen turbine={turbine} category={category} />
        </TimeZoneContext>
      )}
    </QueryBoundary>
  )
}

function PhotoScreen({ turbine, category }: { turbine: Turbine; category: PageCategory }) {
  const text = useText()
  const name = turbineTitle(text, turbine)
  const title = text(`categoryPhotos.${category}`)
  usePageTitle(`${title} · ${name}`)
  const query = useQuery(categoryPhotosQuery(turbine.id, category))
  return (
    <>
      <div className="-mb-8">
        <BackLink to={turbineAddress(turbine.id)}>{name}</BackLink>
      </div>
      <QueryBoundary
        query={query}
        loading={<PageSkeleton label={text('photos.loading')} />}
        failed={text('photos.failed')}
      >
        {(photos) => (
          <CommentDraftsProvider turbineId={turbine.id}>
            <MarkingProvider turbine={turbine}>
              <CategoryPhotos turbine={turbine} category={category} title={title} photos={photos} />
            </MarkingProvider>
          </CommentDraftsProvider>
        )}
      </QueryBoundary>
    </>
  )
}

function PageSkeleton({ label }: { label: string }) {
  return (
    <>
      <div aria-hidden className="pt-10 pb-7">
        <Skeleton className="h-9 w-72" />
        <Skeleton className="mt-2 h-5 w-40" />
      </div>
      <TableSkeleton label={label} />
    </>
  )
}
