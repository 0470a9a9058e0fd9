import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { photoQuery, photosQuery } from '#panel/data/photos.ts'
import { useCompare } from '#panel/photos/open-compare.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { photosBeside } from '#panel/photos/photo-place.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { PartBoundary } from '#panel/ui/late-scripts/part-boundary.tsx'
import { AddressedCompare } from './addressed-compare.tsx'
import { OpenLightbox } from './open-lightbox.tsx'
import { PhotoFailure } from './photo-failure.tsx'

/**
 * Opens the photo in the address. If it does not exist, a message appears at the top of the page. If the address also has a comparison,
 * the comparison covers the photo.
 */
export function AddressedPhoto({ turbine }: { turbine: Turbine }) {
  const { openId, close } = useOpenPhoto()
  const { ids } = useCompare()
  if (ids) return <AddressedCompare key={turbine.id} turbine={turbine} ids={ids} />
  if (openId === undefined) return null
  return (
    <PartBoundary shape="dialog" resetKey={openId} onClose={() => void close()}>
      <PhotoOfId key={turbine.id} turbine={turbine} id={openId} />
    </PartBoundary>
  )
}

function PhotoOfId({ turbine, id }: { turbine: Turbine; id: number }) {
  const { close } = useOpenPhoto()
  const worksOnBlades = may(useCaller(), 'photo.add', turbine.company_id)
  const list = useQuery(photosQuery(turbine.id))
  const listed = list.data?.find((photo) => photo.id === id)
  const isElsewhere = listed === undefined && !list.isPending
  const { data, error, isFetching, refetch } = useQuery({
    ...photoQuery(turbine.id, id),
    enabled: isElsewhere,
  })
  // The photo loaded before and is now missing, so it was deleted.
  const photo = listed ?? (error ? undefined : data)

  if (photo) {
    const beside = photosBeside(list.data ?? [], photo, !worksOnBlades)
    return <OpenLightbox turbine={turbine} photo={photo} beside={beside} photos={list.data ?? []} />
  }
  if (!isElsewhere || !error) return null
  return <PhotoFailure error={error} onDismiss={close} isRetrying={isFetching} onRetry={() => refetch()} />
}
