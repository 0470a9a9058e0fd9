import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { Id } from '#domain/fields.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { PhotoSection } from '#panel/photos/photo-section.tsx'
import { ReportSection } from '#panel/reports/report-section.tsx'
import { useViewer } from '#panel/session/viewer-context.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { useText } from '#panel/words/use-text.ts'
import { AddressedPhoto } from './addressed-photo.tsx'
import { BackLink } from './back-link.tsx'
import { TurbineHeading, TurbineHeadingSkeleton } from './turbine-heading.tsx'
import { turbineQuery } from './turbine-query.ts'
import { useTurbineVisit } from './use-turbine-visit.ts'

/** `/dashboard/turbine/:id`. A different turbine or role mounts a new screen. */
export default function TurbinePage() {
  const { role } = useViewer()
  const { id = '' } = useParams()
  const parsed = Id.safeParse(id)
  return (
    <PanelFrame>
      <BackLink />
      {parsed.success ? <TurbineScreen key={`${parsed.data} ${role}`} id={parsed.data} /> : <InvalidId />}
    </PanelFrame>
  )
}

function TurbineScreen({ id }: { id: number }) {
  const text = useText()
  const queryClient = useQueryClient()
  const query = useQuery(turbineQuery(queryClient, id))
  useTurbineVisit(id)

  return (
    <QueryBoundary
      query={query}
      loading={<TurbineHeadingSkeleton label={text('turbine.loading')} />}
      failed={(error, retry) => (
        <Failure message={error instanceof RequestError ? errorText(text, error) : text('turbine.failed')}>
          {error instanceof RequestError && error.status === 404 ? null : retry}
        </Failure>
      )}
    >
      {(turbine) => (
        <>
          <TurbineHeading turbine={turbine} />
          <AddressedPhoto turbine={turbine} />
          <PhotoSection turbine={turbine} />
          <ReportSection turbine={turbine} />
        </>
      )}
    </QueryBoundary>
  )
}

function InvalidId() {
  const text = useText()
  return <Failure message={text('turbine.invalidId')} />
}

function Failure({ message, children }: { message: string; children?: ReactNode }) {
  const text = useText()
  usePageTitle(text('turbine.error'))
  return (
    <EmptyState
      alert
      title={text('turbine.error')}
      action={
        <div className="flex gap-2">
          {children}
          <Link to={PANEL_ADDRESSES.turbines} className={buttonClass('outline')}>
            {text('screen.toDashboard')}
          </Link>
        </div>
      }
    >
      {message}
    </EmptyState>
  )
}
