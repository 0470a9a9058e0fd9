import { ArrowRight } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { dronePhotosAddress, operatorPhotosAddress } from '#domain/panel-addresses.ts'
import { BLADES, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { categoryOutbox } from '#panel/outbox/outboxes.ts'
import { countByYear, inCaptureOrder } from '#panel/photos/photo-place.ts'
import type { SectionCategory } from '#panel/photos/place-address.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { useText } from '#panel/words/use-text.ts'
import { type BladeChoice, photosOfChoice, useCategoryPlace } from './category-place.ts'
import { PhotoBlock } from './photo-block.tsx'
import { UploadBlock } from './upload-block.tsx'
import { YearSelect } from './year-select.tsx'

/** The pages of the categories that have one. */
const PAGES: Partial<Record<SectionCategory, (id: number) => string>> = {
  drone: dronePhotosAddress,
  operator: operatorPhotosAddress,
}

interface CategoryBlockProps {
  turbine: Turbine
  category: SectionCategory
  /** The photos of the category. */
  photos: Photo[]
  pageYear: number
  /** True if the caller may upload. Others see the photos of all blades together. */
  uploads: boolean
}

/** The section of drone, operator or robot photos. */
export function CategoryBlock({ turbine, category, photos, pageYear, uploads }: CategoryBlockProps) {
  const text = useText()
  const [place, setPlace] = useCategoryPlace(category, photos, { pageYear, choosesBlade: uploads })
  const { blade, year } = place
  const ofBlade = useMemo(() => photosOfChoice(photos, blade), [photos, blade])
  const shown = useMemo(() => inCaptureOrder(ofBlade.filter((photo) => photo.year === year)), [ofBlade, year])
  const title = text(`category.${category}`)
  const pageAddress = PAGES[category]?.(turbine.id)

  const block = {
    id: `category-${category}`,
    level: 2 as const,
    title,
    turbine,
    photos: shown,
    empty: text('photos.categoryEmpty', { category, year }),
    selects: (
      <>
        {uploads && (
          <FilterSelect
            label={text('photos.bladeChoice')}
            value={blade}
            options={bladeOptions()}
            onChange={(next) => next && setPlace({ ...place, blade: next as BladeChoice })}
          />
        )}
        <YearSelect
          photos={photos}
          counts={countByYear(ofBlade)}
          year={year}
          onChange={(next) => setPlace({ ...place, year: next })}
        />
      </>
    ),
    actions: pageAddress && (
      <Link
        to={pageAddress}
        aria-label={text('photos.page', { category })}
        className={buttonClass('outline')}
      >
        {text('photos.page.open')}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    ),
  }
  if (!uploads) return <PhotoBlock {...block} showBlade />
  return (
    <UploadBlock
      {...block}
      outboxName={categoryOutbox(turbine.id, category)}
      addLabel={text('photos.add.category', { category })}
      target={
        blade === 'none' || blade === 'all' ? undefined : { turbineId: turbine.id, category, blade, year }
      }
    />
  )

  function bladeOptions() {
    const ofYear = photos.filter((photo) => photo.year === year)
    const hasBladeless = blade === 'none' || photos.some((photo) => photo.blade === null)
    const choices: BladeChoice[] = hasBladeless ? [...BLADES, 'none'] : [...BLADES]
    return choices.map((choice) => ({
      value: choice,
      label: bladeLabel(choice),
      count: photosOfChoice(ofYear, choice).length,
    }))
  }

  function bladeLabel(choice: BladeChoice): string {
    return choice === 'none' ? text('photos.bladeless') : text('photos.blade', { blade: choice })
  }
}
