import { useCallback, useId, useRef } from 'react'
import { FormattedNumber } from 'react-intl'
import type { FleetInspection } from '#domain/inspections/inspection.ts'
import type { InspectionState } from '#domain/inspections/state.ts'
import { pixelsOf } from '#panel/ui/root-font.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualGrid } from '#panel/ui/tables/use-virtual-grid.ts'
import { useText } from '#panel/words/use-text.ts'
import { InspectionCard } from './inspection-card.tsx'
import { MoreRows } from './more-rows.tsx'
import { PublishedLine } from './published-line.tsx'
import type { InspectionList } from './use-inspection-list.ts'

/** The height of a card if each of its texts has one line, in CSS pixels. */
export const CARD_HEIGHT_PX = pixelsOf(11.25)
/** A wide column has several cards beside each other. */
const CARD_GRID = { minWidth: pixelsOf(17), gap: 12, height: () => CARD_HEIGHT_PX }
/** What is published is done: one line each. */
const LINE_GRID = { minWidth: pixelsOf(17), gap: 6, height: () => pixelsOf(2.75) }

interface InspectionColumnProps {
  state: InspectionState
  list: InspectionList
  showsCompany: boolean
  /** Opens the review of an inspection; undefined for those who may not review. */
  onReview: ((inspection: FleetInspection) => void) | undefined
}

/** One column of the board, with the number of all its inspections. */
export function InspectionColumn({ state, list, showsCompany, onReview }: InspectionColumnProps) {
  const text = useText()
  const id = useId()
  const { inspections = [], total = 0 } = list
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2
        id={id}
        className="mb-3 flex items-baseline gap-2 border-b-2 border-hairline pb-2 text-title font-semibold tracking-tight text-ink"
      >
        {text(`inspections.state.${state}`)}
        <span className="text-body font-normal text-ink-soft tabular-nums">
          <FormattedNumber value={total} />
        </span>
      </h2>
      {inspections.length === 0 ? (
        <p className="rounded border border-dashed border-hairline-strong/50 px-4 py-6 text-center text-body text-ink-soft">
          {text(`inspections.state.none.${state}`)}
        </p>
      ) : (
        <Cards
          labelledBy={id}
          isDone={state === 'published'}
          inspections={inspections}
          count={total}
          showsCompany={showsCompany}
          onReview={onReview}
        />
      )}
      <MoreRows list={list} />
    </section>
  )
}

interface CardsProps extends Pick<InspectionColumnProps, 'showsCompany' | 'onReview'> {
  labelledBy: string
  /** True for inspections that wait for nobody. */
  isDone: boolean
  inspections: FleetInspection[]
  /** How many there are with those that are not loaded. */
  count: number
}

/** The cards of a column; only the visible ones are rendered. They are one tab stop; arrow keys move inside, Enter opens. */
function Cards({ labelledBy, isDone, inspections, count, showsCompany, onReview }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  const Item = isDone ? PublishedLine : InspectionCard
  const grid = useVirtualGrid(list, inspections.length, isDone ? LINE_GRID : CARD_GRID)
  const { keep, scrollToCell } = grid
  const { active, setActive, onKeyDown } = useRowFocus(
    list,
    inspections.length,
    (index) => {
      keep(index)
      scrollToCell(index)
    },
    grid.columns,
  )
  const onFocus = useCallback(
    (index: number) => {
      setActive(index)
      keep(index)
    },
    [setActive, keep],
  )
  return (
    <ul ref={list} aria-labelledby={labelledBy} style={grid.listStyle} onKeyDown={onKeyDown}>
      {grid.cells.map(({ index, left, top, height }) => {
        const inspection = inspections[index]
        return (
          inspection && (
            <Item
              key={index}
              inspection={inspection}
              showsCompany={showsCompany}
              index={index}
              count={Math.max(count, inspections.length)}
              left={left}
              top={top}
              width={grid.cellWidth}
              height={height}
              isActive={index === active}
              onFocus={onFocus}
              onReview={onReview}
            />
          )
        )
      })}
    </ul>
  )
}
