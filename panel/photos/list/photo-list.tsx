import { Columns2, EyeOff } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useMemo, useRef } from 'react'
import { useIntl } from 'react-intl'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { UninspectedPhotos } from '#panel/photos/inspecting/uninspected-mark.tsx'
import { MoveDialog } from '#panel/photos/moving/move-dialog.tsx'
import { useMovePhotos } from '#panel/photos/moving/use-move-photos.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { countByYear } from '#panel/photos/photo-place.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useSearchInAddress } from '#panel/ui/address/search-address.ts'
import { Button } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { SearchField } from '#panel/ui/fields/search-field.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { DeleteSelectedDialog, useDeleteSelected } from './delete-selected.tsx'
import { CATEGORIES, findPhotos, makeSearchable } from './filter-photos.ts'
import { PhotoTable } from './photo-table.tsx'
import { placeWords } from './place-words.ts'
import { SelectionBar } from './selection-bar.tsx'
import { LIST_FILTERS, useListFilters } from './use-list-filters.ts'
import { useSelection } from './use-selection.ts'

/** The look of a button that is switched on. */
const PRESSED_CLASS = 'aria-pressed:border-action aria-pressed:bg-action-soft aria-pressed:text-action'

interface PhotoListProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
  pageYear: number
  /** Further actions for the selected photos, for the bar. */
  actions?: (selected: Photo[]) => ReactNode
  /** Compares two photos. Without it, the list offers no comparison. */
  onCompare?: (photos: Photo[]) => void
}

/** All photos of the turbine with filters and search. Selected photos can be moved, deleted and compared. */
export function PhotoList({ turbine, photos, pageYear, actions, onCompare }: PhotoListProps) {
  const text = useText()
  const { locale } = useIntl()
  const dates = useDates()
  const { open } = useOpenPhoto()
  const list = useRef<HTMLDivElement>(null)
  /** The part of the page that the list is in. It gets the focus after the last photo is deleted, when the list is gone. */
  const section = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (list.current) section.current = list.current.closest<HTMLElement>('[tabindex="-1"]')
  })
  const { query, setQuery, reset } = useSearchInAddress(LIST_FILTERS)
  const looks = may(useCaller(), 'photo.look', turbine.company_id)
  const unlooked = useContext(UninspectedPhotos)
  const { years, filters, ...set } = useListFilters(photos, pageYear, looks)
  const { year, category, isUninspected } = filters
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend only on the locale
  const searchable = useMemo(() => makeSearchable(photos, wordsOf), [photos, locale])
  const shown = useMemo(
    () => findPhotos(searchable, { year, category, isUninspected }, query, unlooked),
    [searchable, year, category, isUninspected, query, unlooked],
  )
  const selection = useSelection(photos)
  const deletion = useDeleteSelected(turbine)
  const moving = useMovePhotos(turbine, selection.clear)
  const hasActions =
    deletion.permitted || moving.permitted || actions !== undefined || onCompare !== undefined
  // The button of the unlooked photos takes its own filter back.
  const isSearched = query.trim() !== '' || category !== undefined
  const perYear = countByYear(photos)
  const ofYear = year === undefined ? photos : photos.filter((photo) => photo.year === year)
  const uninspectedCount = ofYear.filter(({ id }) => unlooked.has(id)).length

  if (photos.length === 0) {
    return <EmptyState title={text('photos.none')}>{text('photos.none.text')}</EmptyState>
  }
  return (
    <div ref={list}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <SearchField
          label={text('list.search')}
          hint={text('list.search.hint')}
          value={query}
          onChange={setQuery}
        />
        <FilterSelect
          label={text('photos.year')}
          all={text('list.allYears')}
          value={year?.toString()}
          options={years.map((option) => ({
            value: String(option),
            label: String(option),
            count: perYear.get(option) ?? 0,
          }))}
          onChange={set.setYear}
        />
        <FilterSelect
          label={text('list.type')}
          all={text('list.allTypes')}
          value={category}
          options={CATEGORIES.map((option) => ({
            value: option,
            label: text(`category.${option}`),
            count: ofYear.filter((photo) => photo.category === option).length,
          }))}
          onChange={set.setCategory}
        />
        {looks && (uninspectedCount > 0 || isUninspected) && (
          <Button
            icon={EyeOff}
            aria-pressed={isUninspected}
            onClick={() => set.setUninspected(!isUninspected)}
            className={PRESSED_CLASS}
          >
            {text('list.unlooked', { n: uninspectedCount })}
          </Button>
        )}
        <p role="status" className="ml-2 text-body text-ink-soft">
          {text('photos.count', { n: shown.length })}
        </p>
        {isSearched && (
          <ResetButton inToolbar onReset={reset}>
            {text('filter.clear')}
          </ResetButton>
        )}
        {onCompare && (
          <Button
            icon={Columns2}
            aria-label={text('list.compare.mode')}
            aria-pressed={selection.comparing}
            data-tooltip={text('list.compare.hint')}
            onClick={() => selection.setComparing(!selection.comparing)}
            className={`ml-auto ${PRESSED_CLASS}`}
          >
            {/* On a narrow screen the toolbar is one row. */}
            <span className="max-xl:hidden">{text('list.compare.mode')}</span>
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <EmptyState title={text('photos.none')}>
          {text(isUninspected && uninspectedCount === 0 ? 'list.noneUnlooked' : 'list.noneFound')}
        </EmptyState>
      ) : (
        <PhotoTable
          photos={shown}
          selection={hasActions ? selection : undefined}
          bar={
            <SelectionBar
              selection={selection}
              actions={actions?.(selection.selected)}
              onMove={moving.permitted ? moving.ask : undefined}
              onDelete={deletion.permitted ? deletion.ask : undefined}
              onCompare={onCompare}
            />
          }
          onOpen={(photo) => void open(photo)}
          onDelete={(photo) => deletion.permitted && deletion.ask(chosenWith(photo))}
        />
      )}
      <DeleteSelectedDialog deletion={deletion} finalFocus={findTabStop} />
      <MoveDialog turbine={turbine} photos={photos} moving={moving} finalFocus={findTabStop} />
    </div>
  )

  /** The row that the tab key reaches: after a deletion it is the one that took the place of the deleted row. Without rows it is what is left. */
  function findTabStop(): HTMLElement | undefined {
    return (
      list.current?.querySelector<HTMLElement>('tbody [tabindex="0"]') ??
      list.current ??
      section.current ??
      undefined
    )
  }

  /** The selected photos if the photo is one of them, otherwise only the photo. */
  function chosenWith(photo: Photo): Photo[] {
    return selection.isSelected(photo) ? selection.selected : [photo]
  }

  function wordsOf(photo: Photo): string[] {
    const { mark, place } = placeWords(text, photo)
    const month = dates.month(photo.year, photo.month)
    const blade = mark === null ? '' : text('photos.blade', { blade: mark })
    return [photo.originalName, blade, place, text(`category.${photo.category}`), month, photo.uploader_name]
  }
}
