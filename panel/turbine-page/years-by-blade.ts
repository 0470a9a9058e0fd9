import { BLADES, type Blade, type Photo } from '#domain/photo.ts'
import { photosOfBlade } from '#panel/photos/photo-place.ts'

/** The years with photos of each blade. @param photos every photo of the turbine */
export function yearsByBlade(photos: Photo[]): Record<Blade, number[]> {
  const ofBlades = photos.filter(({ category }) => category === 'blade')
  const of = (blade: Blade) => [...new Set(photosOfBlade(ofBlades, blade).map(({ year }) => year))]
  return Object.fromEntries(BLADES.map((blade) => [blade, of(blade)])) as Record<Blade, number[]>
}
