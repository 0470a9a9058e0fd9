import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { newestAfter } from '#domain/findings/finding-rules.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { FindingButton } from '#panel/findings/dialog/finding-button.tsx'
import { ImportButton } from '#panel/findings/import/import-button.tsx'
import { FINDING_YEAR } from '#panel/findings/section/finding-filters.ts'
import { FindingSection } from '#panel/findings/section/finding-section.tsx'
import { useFindingNotes } from '#panel/findings/use-finding-notes.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { UninspectedPhotos } from '#panel/photos/inspecting/uninspected-mark.tsx'
import { PhotoNotes } from '#panel/photos/photo-notes.ts'
import { usePageYear } from '#panel/photos/place-address.ts'
import { ReportSection } from '#panel/reports/report-section.tsx'
import { REPORT_YEAR } from '#panel/reports/report-year.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { EmptyTurbine } from '#panel/turbine-page/empty-turbine.tsx'
import { YearInspection } from '#panel/turbine-page/inspection/year-inspection.tsx'
import { StagedNotice } from '#panel/turbine-page/staged-notice.tsx'
import { TurbineSummary } from '#panel/turbine-page/summary/turbine-summary.tsx'
import { useUninspectedPhotos } from '#panel/turbine-page/use-uninspected-photos.ts'
import { YearStepper } from '#panel/turbine-page/year-stepper.tsx'
import { yearsByBlade } from '#panel/turbine-page/years-by-blade.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { usePreventFileOpening } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { PhotosTab } from './photos-tab.tsx'
import { TabBar } from './tab-bar.tsx'
import { TabSection } from './tab-section.tsx'
import { useTabs } from './use-tabs.ts'

interface TurbineTabsProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
}

/** The full mode of the turbine's page: the answer, the findings, the photos, the reports, and the inspection as work. */
export function TurbineTabs({ turbine, photos }: TurbineTabsProps) {
  const text = useText()
  usePreventFileOpening()
  const uploads = may(useCaller(), 'photo.add', turbine.company_id)
  const { year, years, setYear } = usePageYear(photos, [REPORT_YEAR, FINDING_YEAR])
  const { tab, openSection } = useTabs(turbine)
  const reports = useQuery(reportsQuery(turbine.id))
  const findings = useQuery(findingsQuery(turbine.id))
  const { data: inspections } = useQuery(inspectionsQuery(turbine.id))
  const unlooked = useUninspectedPhotos(turbine, photos)
  const photoYears = useMemo(() => yearsByBlade(photos), [photos])

  return (
    <UninspectedPhotos value={unlooked}>
      <PhotoNotes value={useFindingNotes(findings.data)}>
        <EmptyTurbine turbine={turbine} photos={photos} onUpload={() => openSection('blades')} />
        {uploads && <StagedNotice turbine={turbine} openTab={tab} onShow={openSection} />}
        <TabBar
          open={tab}
          year={year}
          counts={{
            findings:
              findings.data && newestAfter(findings.data, year).filter((each) => each.year === year).length,
            photos: photos.filter((photo) => photo.year === year).length,
            reports: reports.data?.filter((report) => report.year === year).length,
          }}
          onOpen={openSection}
        >
          <YearStepper year={year} years={years} onYear={setYear} />
        </TabBar>
        {(tab === 'photos' || tab === 'inspection') && (
          <QueryBoundary query={findings} loading={null} failed={renderMissingFindings}>
            {() => null}
          </QueryBoundary>
        )}
        {tab === 'photos' ? (
          <PhotosTab turbine={turbine} photos={photos} year={year} openSection={openSection} />
        ) : (
          <TabSection key={tab} section={tab}>
            {renderTab(tab)}
          </TabSection>
        )}
      </PhotoNotes>
    </UninspectedPhotos>
  )

  /** Above what would be shown without its findings, as if there were none. */
  function renderMissingFindings(error: Error, retry: ReactNode) {
    return (
      <div className="mb-6">
        <Banner tone="error" title={text('findings.failed')} action={retry}>
          {errorText(text, error)}
        </Banner>
      </div>
    )
  }

  function renderTab(open: Exclude<typeof tab, 'photos'>) {
    switch (open) {
      case 'summary':
        return <TurbineSummary turbine={turbine} photos={photos} year={year} onOpen={openSection} />
      case 'findings':
        return (
          <FindingSection
            turbine={turbine}
            pageYear={year}
            photoYears={photoYears}
            inspections={inspections}
            actions={
              <>
                <FindingButton turbine={turbine} />
                <ImportButton turbine={turbine} />
              </>
            }
          />
        )
      case 'reports':
        return <ReportSection turbine={turbine} pageYear={year} />
      case 'inspection':
        return <YearInspection turbine={turbine} photos={photos} year={year} />
    }
  }
}
