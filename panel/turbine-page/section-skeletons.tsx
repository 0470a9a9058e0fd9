import { Skeleton } from '#panel/ui/skeleton.tsx'

const TILES = Array.from({ length: 8 }, (_, place) => place)
const BLADES = ['A', 'B', 'C']

/** Placeholders in the shape of the section bar, the blade map and the first photos. */
export function SectionSkeletons({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <div className="mb-6 flex h-11 items-center gap-6 border-b border-hairline">
        {TILES.slice(2).map((tile) => (
          <Skeleton key={tile} className="h-4 w-20" />
        ))}
      </div>
      <Skeleton className="mb-3 h-7 w-44" />
      <div className="mb-10 grid grid-cols-3 gap-8 rounded border border-hairline bg-surface p-5">
        {BLADES.map((blade) => (
          <Skeleton key={blade} className="h-56 w-full" />
        ))}
      </div>
      <div className="grid grid-cols-4 gap-2 rounded border border-hairline bg-surface p-4">
        {TILES.map((tile) => (
          <Skeleton key={tile} className="aspect-3/2" />
        ))}
      </div>
    </div>
  )
}
