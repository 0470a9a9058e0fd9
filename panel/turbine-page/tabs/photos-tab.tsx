import { type ReactNode, useMemo } from 'react'
import { may } from '#domain/permissions.ts'
import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { BladeBlock, bladeHeadingId } from '#panel/photos/blocks/blade-block.tsx'
import { CategoryBlock } from '#panel/photos/blocks/category-block.tsx'
import { GALLERY_HEADING_ID, RoomGallery } from '#panel/photos/blocks/room-gallery.tsx'
import { DownloadSelected } from '#panel/photos/list/download-selected.tsx'
import { PhotoList } from '#panel/photos/list/photo-list.tsx'
import { BladeMap } from '#panel/photos/map/blade-map.tsx'
import { useCompare } from '#panel/photos/open-compare.ts'
import { type PhotoPlace, photosOfBlade } from '#panel/photos/photo-place.ts'
import { SECTION_CATEGORIES, usePlace } from '#panel/photos/place-address.ts'
import { FlightSection } from '#panel/photos/upload/flight/flight-section.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import type { PHOTO_SECTIONS, Section } from '#panel/turbine-page/sections.ts'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { useText } from '#panel/words/use-text.ts'
import { Count, SectionLink } from './tab-bar.tsx'
import { TabSection } from './tab-section.tsx'

interface PhotosTabProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
  year: number
  openSection: (section: Section) => void
}

interface PhotoSection {
  id: (typeof PHOTO_SECTIONS)[number]
  label: string
  /** The number of photos of the year; undefined if the section has none of its own. */
  count?: number
  content: ReactNode
}

/** The photos of a turbine: the map of its rooms, the blades, the other kinds of photos, and the list of all. */
export function PhotosTab({ turbine, photos, year, openSection }: PhotosTabProps) {
  const text = useText()
  const uploads = may(useCaller(), 'photo.add', turbine.company_id)
  const { blade: bladePhotos, ...others } = useMemo(() => byCategory(photos), [photos])
  const { open: openCompare } = useCompare()
  const places = useBladePlaces(bladePhotos, { pageYear: year, together: !uploads })
  const countOf = (list: Photo[]) => list.filter((photo) => photo.year === year).length
  const sections: PhotoSection[] = [
    {
      id: 'map',
      label: text('sections.map'),
      content: (
        <BladeMap rooms={turbine.rooms} photos={bladePhotos} places={places.shown} onChoose={showRoom} />
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
    ...(uploads || photos.length > 0
      ? [{ id: 'photos' as const, label: text('list.title'), count: countOf(photos), content: renderList() }]
      : []),
  ]

  return (
    <FlightSection uploads={uploads} turbine={turbine} year={year} heading={renderLinks()}>
      {sections.map(({ id, content }) => (
        <TabSection key={id} section={id}>
          {content}
        </TabSection>
      ))}
    </FlightSection>
  )

  function renderLinks() {
    return (
      <nav aria-label={text('sections.photos.label')}>
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {sections.slice(1).map(({ id, label, count }) => (
            <li key={id}>
              <SectionLink
                section={id}
                onOpen={openSection}
                className="inline-flex items-center gap-1.5 rounded py-1 text-body text-action hover:underline"
              >
                {label}
                <Count value={count} />
              </SectionLink>
            </li>
          ))}
        </ul>
      </nav>
    )
  }

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

  function renderList() {
    return (
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
    )
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
    openSection('blades')
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
