import { useQueries, useQuery } from '@tanstack/react-query'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { photoQuery, photosQuery } from '#panel/data/photos.ts'
import { type ComparedIds, useCompare } from '#panel/photos/open-compare.ts'
import { findThumb } from '#panel/photos/photo-thumb.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { PhotoFailure } from './photo-failure.tsx'

const CompareScreen = lazyDialog(() => import('#panel/turbine-page/compare/compare-screen.tsx'))

/** Compares the two photos in the address. If one of them does not exist, a message appears at the top of the page. */
export function AddressedCompare({ turbine, ids }: { turbine: Turbine; ids: ComparedIds }) {
  const { mode, show, showAs, close } = useCompare()
  const list = useQuery(photosQuery(turbine.id))
  const listed = (id: number) => list.data?.find((photo) => photo.id === id)
  const asked = useQueries({
    queries: ids.map((id) => ({
      ...photoQuery(turbine.id, id),
      enabled: !list.isPending && listed(id) === undefined,
    })),
  })
  const [left, right] = ids.map((id, index) => listed(id) ?? asked[index]?.data)
  const failed = asked.filter(({ error }) => error)

  if (left && right) {
    return (
      <CompareScreen
        pair={[left, right]}
        photos={withPair(list.data ?? [], [left, right])}
        mode={mode}
        onMode={showAs}
        onShow={(a, b) => show([a, b])}
        onClose={() => void close()}
        finalFocus={() => findThumb(left)}
      />
    )
  }
  const [first] = failed
  if (!first?.error) return null
  return <PhotoFailure error={first.error} onDismiss={close} isRetrying={first.isFetching} onRetry={retry} />

  function retry() {
    for (const { refetch } of failed) void refetch()
  }
}

/** The photos of the list and the two compared photos, which may be missing in the list. */
function withPair(photos: Photo[], pair: Photo[]): Photo[] {
  return [...pair.filter(({ id }) => !photos.some((photo) => photo.id === id)), ...photos]
}
