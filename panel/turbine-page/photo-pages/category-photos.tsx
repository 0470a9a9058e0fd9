import { memo } from 'react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { may } from '#domain/permissions.ts'
import { BLADES, type Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentsDrawer } from '#panel/comments/comments-drawer.tsx'
import type { PageCategory } from '#panel/data/photos.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { OpenLightbox } from '#panel/turbine-page/open-lightbox.tsx'
import { PhotoFailure } from '#panel/turbine-page/photo-failure.tsx'
import { buttonClass } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { FilterSelect } from '#panel/ui/fields/filter-select.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { usePhotoFilter } from './photo-filter.ts'
import { PhotoList } from './photo-list.tsx'

interface CategoryPhotosProps {
  turbine: Turbine
  category: PageCategory
  title: string
  /** Every photo of the category. */
  photos: Photo[]
}

/** The heading, the filters and the list. It renders again only if the photos or the address change, not with every poll. */
export const CategoryPhotos = memo(function CategoryPhotos(props: CategoryPhotosProps) {
  const { turbine, category, title, photos } = props
  const text = useText()
  const filter = usePhotoFilter(photos)
  const { openId, open } = useOpenPhoto()
  const { shown } = filter
  const total = text('photos.count', { n: photos.length })
  const status =
    shown.length === photos.length ? total : `${total} / ${text('list.found', { n: shown.length })}`

  return (
    <>
      <PageHeading title={title} status={status}>
        {photos.length > 0 && (
          <>
            <FilterSelect
              label={text('photos.year')}
              value={String(filter.year)}
              options={filter.years.map(({ year, count }) => ({
                value: String(year),
                label: String(year),
                count,
              }))}
              onChange={filter.chooseYear}
            />
            <FilterSelect
              label={text('details.blade')}
              all={text('categoryPhotos.allBlades')}
              value={filter.blade}
              options={BLADES.map((blade) => ({
                value: blade,
                label: text('photos.blade', { blade }),
                count: filter.countOfBlade(blade),
              }))}
              onChange={filter.chooseBlade}
            />
          </>
        )}
        <CommentsDrawer turbine={turbine} />
      </PageHeading>
      <OpenPhoto turbine={turbine} photos={photos} shown={shown} />
      {shown.length > 0 && <PhotoList label={title} photos={shown} openId={openId} onOpen={open} />}
      {shown.length === 0 && photos.length > 0 && (
        <EmptyState
          title={text('photos.none')}
          action={
            <ResetButton onReset={() => filter.chooseBlade(undefined)}>
              {text('categoryPhotos.showAllBlades')}
            </ResetButton>
          }
        >
          {text('categoryPhotos.noneOfBlade', { blade: filter.blade, year: filter.year })}
        </EmptyState>
      )}
      {photos.length === 0 && <NoPhotos turbine={turbine} category={category} />}
    </>
  )
})

/** The photo of the address in the lightbox. The arrow keys go through the shown photos. */
function OpenPhoto({ turbine, photos, shown }: Record<'photos' | 'shown', Photo[]> & { turbine: Turbine }) {
  const { openId, close } = useOpenPhoto()
  if (openId === undefined) return null
  const photo = photos.find(({ id }) => id === openId)
  if (photo) {
    const beside = shown.includes(photo) ? shown : photos
    return <OpenLightbox turbine={turbine} photo={photo} beside={beside} photos={photos} />
  }
  return <PhotoFailure onDismiss={close} />
}

function NoPhotos({ turbine, category }: Pick<CategoryPhotosProps, 'turbine' | 'category'>) {
  const text = useText()
  const uploads = may(useCaller(), 'photo.add', turbine.company_id)
  return (
    <EmptyState
      title={text('photos.none')}
      action={
        <Link to={turbineAddress(turbine.id)} className={buttonClass(uploads ? 'primary' : 'outline')}>
          {text(uploads ? 'categoryPhotos.upload' : 'categoryPhotos.toTurbine')}
        </Link>
      }
    >
      {text(`categoryPhotos.none.${category}`)}
    </EmptyState>
  )
}
