import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { Id } from '#domain/fields.ts'
import { COMMENT_TYPED_MAX_LENGTH } from '#domain/limits.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { photosQuery } from '#panel/data/photos.ts'
import { turbineQuery } from '#panel/data/turbines.ts'
import { MarkingProvider } from '#panel/findings/marks/marking.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { StageMessage } from '#panel/panorama/stage-message.tsx'
import { useTurbineVisit } from '#panel/turbine-page/use-turbine-visit.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { useDarkDialogs } from '#panel/ui/dialogs/dialog-theme.ts'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { Spinner } from '#panel/ui/spinner.tsx'
import { TimeZoneContext } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { PanoramaScreen } from './panorama-screen.tsx'

/** `/dashboard/turbine/:id/360-view`: the 360° viewer, on the whole screen. */
export default function PanoramaPage() {
  const text = useText()
  const { id = '' } = useParams()
  const parsed = Id.safeParse(id)
  useDarkDialogs()
  return (
    <div
      data-theme="dark"
      data-whole-screen
      className="fixed inset-0 overflow-hidden bg-lightbox text-lightbox-ink"
    >
      {parsed.success ? (
        <TurbinePanorama key={parsed.data} id={parsed.data} />
      ) : (
        <PanoramaFailure message={text('turbine.invalidId')} />
      )}
    </div>
  )
}

function TurbinePanorama({ id }: { id: number }) {
  const text = useText()
  const turbine = useQuery(turbineQuery(useQueryClient(), id))
  const photos = useQuery(photosQuery(id))
  useTurbineVisit(id)
  const failed = (error: Error, retry: ReactNode) => (
    <PanoramaFailure message={errorText(text, error, 'turbine.failed')}>
      {error instanceof RequestError && error.status === 404 ? null : retry}
    </PanoramaFailure>
  )
  return (
    <QueryBoundary query={turbine} loading={<Loading />} failed={failed}>
      {(shown) => (
        <QueryBoundary query={photos} loading={<Loading />} failed={failed}>
          {(listed) => (
            <TimeZoneContext value={shown.time_zone}>
              <CommentDraftsProvider turbineId={id} maxLength={COMMENT_TYPED_MAX_LENGTH}>
                <MarkingProvider turbine={shown}>
                  <PanoramaScreen turbine={shown} photos={listed} />
                </MarkingProvider>
              </CommentDraftsProvider>
            </TimeZoneContext>
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  )
}

function PanoramaFailure({ message, children }: { message: string; children?: ReactNode }) {
  const text = useText()
  usePageTitle(text('turbine.error'))
  return (
    <main>
      <StageMessage
        alert
        icon={TriangleAlert}
        title={text('turbine.error')}
        action={
          <>
            {children}
            <Link to={PANEL_ADDRESSES.turbines} className={buttonClass('outline')}>
              {text('screen.toDashboard')}
            </Link>
          </>
        }
      >
        {message}
      </StageMessage>
    </main>
  )
}

function Loading() {
  const text = useText()
  return (
    <p role="status" className="absolute inset-0 grid place-content-center">
      <span className="sr-only">{text('panorama.loading')}</span>
      <Spinner />
    </p>
  )
}
