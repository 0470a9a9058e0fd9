import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { Id } from '#domain/fields.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { photosQuery } from '#panel/data/photos.ts'
import { turbineQuery } from '#panel/data/turbines.ts'
import { MarkingProvider } from '#panel/findings/marks/marking.tsx'
import { FINDING_YEAR } from '#panel/findings/section/finding-filters.ts'
import { FindingSection } from '#panel/findings/section/finding-section.tsx'
import { UnsavedFindings } from '#panel/findings/waiting/unsaved-findings.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { usePageYear } from '#panel/photos/place-address.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useAddressParams } from '#panel/ui/address/address-params.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { TimeZoneContext } from '#panel/words/time-zone.ts'
import { useText } from '#panel/words/use-text.ts'
import { AddressedFinding } from './addressed-finding.tsx'
import { AddressedPhoto } from './addressed-photo.tsx'
import { BackLink } from './back-link.tsx'
import { EmptyTurbine } from './empty-turbine.tsx'
import { YearInspection } from './inspection/year-inspection.tsx'
import { SECTION_PARAM } from './section-in-view.ts'
import { SectionSkeletons } from './section-skeletons.tsx'
import { SimpleGallery } from './simple-gallery.tsx'
import { StagedNotice } from './staged-notice.tsx'
import { InvalidTurbineId, TurbineFailure } from './turbine-failure.tsx'
import { TurbineHeading, TurbineHeadingSkeleton } from './turbine-heading.tsx'
import { useTurbineMode } from './turbine-mode.ts'
import { TurbineSections, yearsByBlade } from './turbine-sections.tsx'
import { useTurbineVisit } from './use-turbine-visit.ts'

/** `/dashboard/turbine/:id`. A different turbine or role mounts a new screen. */
export default function TurbinePage() {
  const { role } = useCaller()
  const { id = '' } = useParams()
  const parsed = Id.safeParse(id)
  return (
    <PanelFrame wide>
      <BackLink />
      {parsed.success ? (
        <TurbineScreen key={`${parsed.data} ${role}`} id={parsed.data} />
      ) : (
        <InvalidTurbineId />
      )}
    </PanelFrame>
  )
}

function TurbineScreen({ id }: { id: number }) {
  const text = useText()
  const queryClient = useQueryClient()
  const query = useQuery(turbineQuery(queryClient, id))
  useTurbineVisit(id)
  const { open } = useOpenPhoto()

  return (
    <QueryBoundary
      query={query}
      loading={<TurbineHeadingSkeleton label={text('turbine.loading')} />}
      failed={(error, retry) => <TurbineFailure error={error} retry={retry} />}
    >
      {(turbine) => (
        <TimeZoneContext value={turbine.time_zone}>
          <CommentDraftsProvider turbineId={id}>
            <MarkingProvider turbine={turbine}>
              <PartBoundary>
                <TurbineHeading turbine={turbine} />
              </PartBoundary>
              <UnsavedFindings onOpenPhoto={(photo) => void open(photo)} />
              <AddressedPhoto turbine={turbine} />
              <AddressedFinding turbine={turbine} />
              <TurbineBody turbine={turbine} />
            </MarkingProvider>
          </CommentDraftsProvider>
        </TimeZoneContext>
      )}
    </QueryBoundary>
  )
}

/** What is below the heading, in the mode that the user has chosen. */
function TurbineBody({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const [mode, setMode] = useTurbineMode()
  const { change } = useAddressParams()
  const uploads = may(useCaller(), 'photo.add', turbine.company_id)
  const query = useQuery(photosQuery(turbine.id))

  /** Shows the full mode, which opens at the photos of the blades. */
  function openBlades() {
    change({ [SECTION_PARAM]: 'blades' }, { flushSync: true })
    setMode('full')
  }
  return (
    <QueryBoundary
      query={query}
      loading={<SectionSkeletons label={text('photos.loading')} />}
      failed={text('photos.failed')}
    >
      {(photos) =>
        mode === 'simple' ? (
          <>
            {uploads && <StagedNotice turbine={turbine} />}
            <EmptyTurbine turbine={turbine} photos={photos} onUpload={openBlades} />
            <SimpleGallery turbine={turbine} photos={photos} />
            <SimpleInspection turbine={turbine} photos={photos} />
          </>
        ) : (
          <TurbineSections turbine={turbine} photos={photos} />
        )
      }
    </QueryBoundary>
  )
}

/** The inspection and the findings, which the simple mode shows as the full mode does. */
function SimpleInspection({ turbine, photos }: { turbine: Turbine; photos: Photo[] }) {
  const { year } = usePageYear(photos, [FINDING_YEAR])
  const photoYears = useMemo(
    () => yearsByBlade(photos.filter(({ category }) => category === 'blade')),
    [photos],
  )
  const { data: inspections } = useQuery(inspectionsQuery(turbine.id))
  return (
    <div className="mt-10 grid grid-cols-1 gap-10">
      <YearInspection turbine={turbine} photos={photos} year={year} />
      <FindingSection turbine={turbine} pageYear={year} photoYears={photoYears} inspections={inspections} />
    </div>
  )
}
