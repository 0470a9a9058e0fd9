import { Skeleton } from '#panel/ui/skeleton.tsx'

const PLACES = Array.from({ length: 10 }, (_, place) => place)

/** Skeletons of the rows of a table. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      <ul aria-hidden className="divide-y divide-hairline border-y border-hairline">
        {PLACES.map((place) => (
          <li key={place} className="flex h-13 items-center gap-12 px-3">
            <Skeleton className="h-4 w-1/5" />
            <Skeleton className="h-4 w-1/12" />
            <Skeleton className="h-4 w-1/5" />
            <Skeleton className="h-4 w-1/6" />
          </li>
        ))}
      </ul>
    </div>
  )
}
