import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { InspectionState } from '#domain/inspections/state.ts'
import { Card } from '#panel/ui/card.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { CARD_HEIGHT_PX, InspectionColumn } from './inspection-column.tsx'
import type { InspectionList } from './use-inspection-list.ts'

/** Columns beside each other. With large type there is no room for all of them, so they are below each other. */
const COLUMNS_CLASS =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] items-start gap-x-6 gap-y-10'

interface InspectionBoardProps {
  columns: { state: InspectionState; list: InspectionList }[]
  showsCompany: boolean
  /** Opens the review of an inspection; undefined for those who may not review. */
  onReview: ((inspection: FleetInspection) => void) | undefined
}

/** The inspections by their states. */
export function InspectionBoard({ columns, showsCompany, onReview }: InspectionBoardProps) {
  return (
    <div className={COLUMNS_CLASS}>
      {columns.map(({ state, list }) => (
        <InspectionColumn
          key={state}
          state={state}
          list={list}
          showsCompany={showsCompany}
          onReview={onReview}
        />
      ))}
    </div>
  )
}

const PLACES = [0, 1, 2, 3]

export function BoardSkeleton({ states }: { states: readonly InspectionState[] }) {
  const text = useText()
  return (
    <div role="status" className={COLUMNS_CLASS}>
      <span className="sr-only col-span-full">{text('inspections.loading')}</span>
      {states.map((state) => (
        <div key={state} aria-hidden className="grid gap-3">
          <Skeleton className="h-7 w-1/3" />
          {PLACES.map((place) => (
            <Card key={place} style={{ height: CARD_HEIGHT_PX }} className="grid content-start gap-3 p-4">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-3 w-1/3" />
              <Skeleton className="h-3 w-2/3" />
              <Skeleton className="h-2 w-full" />
              <Skeleton className="h-3 w-1/4" />
            </Card>
          ))}
        </div>
      ))}
    </div>
  )
}
