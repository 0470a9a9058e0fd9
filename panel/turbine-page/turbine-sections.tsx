import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { newestAfter } from '#domain/findings/finding-rules.ts'
import { may } from '#domain/permissions.ts'
import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { reportsQuery } from '#panel/data/reports.ts'
import { FindingButton } from '#panel/findings/dialog/finding-button.tsx'
import { ImportButton } from '#panel/findings/import/import-button.tsx'
import { FINDING_YEAR } from '#panel/findings/section/finding-filters.ts'
import { FindingSection } from '#panel/findings/section/finding-section.tsx'
import { useFindingNotes } from '#panel/findings/use-finding-notes.tsx'
import { BladeBlock, bladeHeadingId } from '#panel/photos/blocks/blade-block.tsx'
import { CategoryBlock } from '#panel/photos/blocks/category-block.tsx'
import { GALLERY_HEADING_ID, RoomGallery } from '#panel/photos/blocks/room-gallery.tsx'
import { UninspectedPhotos } from '#panel/photos/inspecting/uninspected-mark.tsx'
import { DownloadSelected } from '#panel/photos/list/download-selected.tsx'
import { PhotoList } from '#panel/photos/list/photo-list.tsx'
import { BladeMap } from '#panel/photos/map/blade-map.tsx'
import { useCompare } from '#panel/photos/open-compare.ts'
import { PhotoNotes } from '#panel/photos/photo-notes.ts'
import { type PhotoPlace, photosOfBlade } from '#panel/photos/photo-place.ts'
import { SECTION_CATEGORIES, usePageYear, usePlace } from '#panel/photos/place-address.ts'
import { ReportSection } from '#panel/reports/report-section.tsx'
import { REPORT_YEAR } from '#panel/reports/report-year.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { usePreventFileOpening } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { EmptyTurbine } from './empty-turbine.tsx'
import { YearInspection } from './inspection/year-inspection.tsx'
import type { PageSection } from './page-section.ts'
import { SectionBar } from './section-bar.tsx'
import { sectionElementId, useOpenAtSection } from './section-in-view.ts'
import { useUninspectedPhotos } from './use-uninspected-photos.ts'
import { YearStepper } from './year-stepper.tsx'

interface TurbineSectionsProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
}

/** The full mode of the turbine's page: its sections, and the bar with links to them. */
export function TurbineSections({ turbine, photos }: TurbineSectionsProps) {
  const text = useText()
  usePreventFileOpening()
  const caller = useCaller()
  const uploads = may(caller, 'photo.add', turbine.company_id)
  const { year, years, setYear } = usePageYear(photos, [REPORT_YEAR, FINDING_YEAR])
  const { blade: bladePhotos, ...others } = useMemo(() => byCategory(photos), [photos])
  const { open: openCompare } = useCompare()
  const places = useBladePlaces(bladePhotos, { pageYear: year, together: !uploads })
  const reports = useQuery(reportsQuery(turbine.id))
  const findings = useQuery(findingsQuery(turbine.id))
  const { data: inspections } = useQuery(inspectionsQuery(turbine.id))
  const unlooked = useUninspectedPhotos(turbine, photos)
  const photoYears = useMemo(() => yearsByBlade(bladePhotos), [bladePhotos])
  const countOf = (list: Photo[]) => list.filter((photo) => photo.year === year).length

  const sections: PageSection[] = [
    {
      id: 'inspection',
      label: text('sections.inspection'),
      content: <YearInspection turbine={turbine} photos={photos} year={year} />,
    },
    {
      id: 'map',
      label: text('sections.map'),
      content: (
        <BladeMap rooms={turbine.rooms} photos={bladePhotos} places={places.shown} onChoose={showRoom} />
      ),
    },
    {
      id: 'findings',
      label: text('findings.title'),
      count:
        findings.data && newestAfter(findings.data, year).filter((finding) => finding.year === year).length,
      content: (
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
      ),
    },
    {
      id: 'blades',
      label: text(uploads ? 'sections.blades' : 'sections.gallery'),
      count: countOf(bladePhotos),
      content: uploads ? renderBlocks() : renderGallery(),
    },
    // Users who cannot add photos do not see empty sections.
    ...SECTION_CATEGORIES.filter((category) => uploads || others[category].length > 0).map((category) => ({
      id: category,
      label: text(`category.${category}`),
      count: countOf(others[category]),
      content: (
        <CategoryBlock
          turbine={turbine}
          category={category}
          photos={others[category]}
          pageYear={year}
          uploads={uploads}
        />
      ),
    })),
    ...(uploads || photos.length > 0 ? [{ id: 'photos', ...listSection() }] : []),
    {
      id: 'reports',
      label: text('reports.title'),
      count: reports.data?.filter((report) => report.year === year).length,
      content: <ReportSection turbine={turbine} pageYear={year} />,
    },
  ]
  useOpenAtSection(sections.map(({ id }) => id))

  return (
    <UninspectedPhotos value={unlooked}>
      <PhotoNotes value={useFindingNotes(findings.data)}>
        <EmptyTurbine turbine={turbine} photos={photos} onUpload={() => showRoom('A', places.shown.A)} />
        <SectionBar sections={sections} year={year}>
          <YearStepper year={year} years={years} onYear={setYear} />
        </SectionBar>
        <div className="grid grid-cols-1 gap-10">
          {sections.map(({ id, content }) => (
            <div
              key={id}
              id={sectionElementId(id)}
              tabIndex={-1}
              className="min-w-0 scroll-mt-[calc(var(--below-bar)+1.5rem)] outline-none"
            >
              <PartBoundary>{content}</PartBoundary>
            </div>
          ))}
        </div>
      </PhotoNotes>
    </UninspectedPhotos>
  )

  function renderBlocks() {
    return (
      <section aria-labelledby="blades-title">
        <SectionTitle id="blades-title" title={text('photos.title')} />
        <div className="grid grid-cols-1 gap-4">
          {BLADES.map((blade) => (
            <BladeBlock
              key={blade}
              turbine={turbine}
              blade={blade}
              photos={bladePhotos}
              place={places.shown[blade]}
              onPlace={(place) => places.choose(blade, place)}
            />
          ))}
        </div>
      </section>
    )
  }

  function listSection() {
    return {
      label: text('list.title'),
      count: countOf(photos),
      content: (
        <section aria-labelledby="list-title">
          <SectionTitle id="list-title" title={text('list.title')} />
          <PhotoList
            turbine={turbine}
            photos={photos}
            pageYear={year}
            actions={(selected) => <DownloadSelected turbine={turbine} photos={selected} />}
            onCompare={compare}
          />
        </section>
      ),
    }
  }

  function compare([left, right]: Photo[]) {
    if (left && right) void openCompare([left.id, right.id])
  }

  function renderGallery() {
    if (photos.length === 0) {
      return (
        <section aria-labelledby={GALLERY_HEADING_ID}>
          <SectionTitle id={GALLERY_HEADING_ID} title={text('photos.gallery.title')} />
          <EmptyState title={text('photos.none')}>{text('photos.none.text')}</EmptyState>
        </section>
      )
    }
    const place = places.shown.A
    const onPlace = (next: PhotoPlace) => places.choose('A', next)
    return <RoomGallery turbine={turbine} place={place} onPlace={onPlace} photos={bladePhotos} />
  }

  /** Shows the photos of a room of the map. */
  function showRoom(blade: Blade, place: PhotoPlace) {
    places.choose(blade, place)
    const heading = document.getElementById(uploads ? bladeHeadingId(blade) : GALLERY_HEADING_ID)
    heading?.closest('section')?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }
}

function SectionTitle({ id, title }: { id: string; title: string }) {
  return (
    <h2 id={id} className="mb-3 text-section font-semibold tracking-tight text-ink">
      {title}
    </h2>
  )
}

function byCategory(photos: Photo[]) {
  const of = (category: Photo['category']) => photos.filter((photo) => photo.category === category)
  return { blade: of('blade'), drone: of('drone'), operator: of('operator'), robot: of('robot') }
}

/** The years with photos of each blade. */
export function yearsByBlade(photos: Photo[]): Record<Blade, number[]> {
  const of = (blade: Blade) => [...new Set(photosOfBlade(photos, blade).map(({ year }) => year))]
  return { A: of('A'), B: of('B'), C: of('C') }
}

/** Room and year of each blade. With `together` all blades show the same ones. The map and the photos below share them. */
function useBladePlaces(photos: Photo[], { pageYear, together }: { pageYear: number; together: boolean }) {
  const [a, chooseA] = usePlace('A', photosOfBlade(photos, 'A'), pageYear)
  const [b, chooseB] = usePlace('B', photosOfBlade(photos, 'B'), pageYear)
  const [c, chooseC] = usePlace('C', photosOfBlade(photos, 'C'), pageYear)
  const [all, chooseAll] = usePlace(undefined, photos, pageYear)
  const chooseOf = { A: chooseA, B: chooseB, C: chooseC }
  return {
    shown: together ? { A: all, B: all, C: all } : { A: a, B: b, C: c },
    choose: (blade: Blade, place: PhotoPlace) => (together ? chooseAll : chooseOf[blade])(place),
  }
}
