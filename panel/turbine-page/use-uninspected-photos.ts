import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { findUninspected } from '#panel/inspections/unlooked-photos.ts'
import { useCaller } from '#panel/session/caller-context.ts'

/** The photos that are marked because nobody has looked at them yet; none for those who do not look at photos. */
export function useUninspectedPhotos(turbine: Turbine, photos: Photo[]): ReadonlySet<Photo['id']> {
  const looks = may(useCaller(), 'photo.look', turbine.company_id)
  const { data: inspections } = useQuery({ ...inspectionsQuery(turbine.id), enabled: looks })
  return useMemo(() => findUninspected(looks ? photos : [], inspections ?? []), [looks, photos, inspections])
}
