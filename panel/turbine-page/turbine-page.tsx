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
import { reportsQuery } from '#panel/data/reports.ts'
import { turbineQuery } from '#panel/data/turbines.ts'
import { MarkingProvider } from '#panel/findings/marks/marking.tsx'
import { FINDING_YEAR } from '#panel/findings/section/finding-filters.ts'
import { FindingSection } from '#panel/findings/section/finding-section.tsx'
import { UnsavedFindings } from '#panel/findings/waiting/unsaved-findings.tsx'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { usePageYear } from '#panel/photos/place-address.ts'
import { AddressedReport } from '#panel/reports/reader/addressed-report.tsx'
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
import { YearReview } from './inspection/year-review.tsx'
import { SectionSkeletons } from './section-skeletons.tsx'
import { SECTION, type Section } from './sections.ts'
import { SimpleGallery } from './simple-gallery.tsx'
import { StagedNotice } from './staged-notice.tsx'
import { TurbineSummary } from './summary/turbine-summary.tsx'
import { TurbineTabs } from './tabs/turbine-tabs.tsx'
import { InvalidTurbineId, TurbineFailure } from './turbine-failure.tsx'
import { TurbineHeading, TurbineHeadingSkeleton } from './turbine-heading.tsx'
import { useTurbineMode } from './turbine-mode.ts'
import { useTurbineVisit } from './use-turbine-visit.ts'
import { yearsByBlade } from './years-by-blade.ts'

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
              <YearReview turbine={turbine} />
              <TurbineReport turbine={turbine} />
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

  /** Shows a section of the full mode. */
  function openSection(section: Section) {
    change({ [SECTION]: section }, { flushSync: true })
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
            {uploads && <StagedNotice turbine={turbine} onShow={openSection} />}
            <EmptyTurbine turbine={turbine} photos={photos} onUpload={() => openSection('blades')} />
            <SimplePage turbine={turbine} photos={photos} onOpen={openSection} />
          </>
        ) : (
          <TurbineTabs turbine={turbine} photos={photos} />
        )
      }
    </QueryBoundary>
  )
}

interface SimplePageProps {
  turbine: Turbine
  photos: Photo[]
  onOpen: (section: Section) => void
}

/** The simple mode: the answer, one card for each kind of photos, and the findings and the inspection as in the full mode. */
function SimplePage({ turbine, photos, onOpen }: SimplePageProps) {
  const { year } = usePageYear(photos, [FINDING_YEAR])
  const photoYears = useMemo(() => yearsByBlade(photos), [photos])
  const { data: inspections } = useQuery(inspectionsQuery(turbine.id))
  return (
    <div className="grid grid-cols-1 gap-10">
      <TurbineSummary turbine={turbine} photos={photos} year={year} onOpen={onOpen} />
      <SimpleGallery turbine={turbine} photos={photos} />
      <FindingSection turbine={turbine} pageYear={year} photoYears={photoYears} inspections={inspections} />
      <YearInspection turbine={turbine} photos={photos} year={year} />
    </div>
  )
}

/** The reader over the page with the report in the address. */
function TurbineReport({ turbine }: { turbine: Turbine }) {
  const { data } = useQuery(reportsQuery(turbine.id))
  return data && <AddressedReport reports={data} />
}
