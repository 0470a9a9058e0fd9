import { useQuery } from '@tanstack/react-query'
import { unpublishedChangesQuery } from '#panel/data/inspection-versions.ts'
import type { InspectionPlace } from '#panel/data/inspections.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { ChangeList } from './change-list.tsx'
import type { ChangeWords } from './change-words.ts'

/** What is not published yet, one by one. */
export function UnpublishedChanges({ place, words }: { place: InspectionPlace; words: ChangeWords }) {
  const query = useQuery(unpublishedChangesQuery(place))
  const text = useText()
  return (
    <QueryBoundary
      query={query}
      loading={<Skeleton className="h-20 w-full" />}
      failed={text('inspection.changes.failed')}
    >
      {(changes) => <ChangeList changes={changes} words={words} />}
    </QueryBoundary>
  )
}
