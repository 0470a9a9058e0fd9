import { useCallback, useRef } from 'react'
import type { Turbine } from '#domain/turbine.ts'
import type { TurbineActions } from '#panel/turbine-list/turbine-actions.tsx'
import { useEditKey } from '#panel/turbine-list/use-edit-key.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualGrid } from '#panel/ui/tables/use-virtual-grid.ts'
import { useText } from '#panel/words/use-text.ts'
import { CARD_GRID } from './card-grid.ts'
import { TurbineCard } from './turbine-card.tsx'

interface TurbineGridProps {
  turbines: Turbine[]
  actions: TurbineActions
}

/**
 * The turbines as cards; only the visible ones are rendered. It is one tab stop for the keyboard: arrow keys, Page Up and Page Down,
 * Home and End move between its cards, Enter opens a turbine, E edits it.
 */
export function TurbineGrid({ turbines, actions }: TurbineGridProps) {
  const text = useText()
  const list = useRef<HTMLUListElement>(null)
  const grid = useVirtualGrid(list, turbines.length, CARD_GRID)
  const { active, setActive, onKeyDown } = useRowFocus(
    list,
    turbines.length,
    (index) => {
      grid.keep(index)
      grid.scrollToCell(index)
    },
    grid.columns,
  )
  const onEditKey = useEditKey(turbines, actions)
  const { keep } = grid
  const onFocus = useCallback(
    (index: number) => {
      setActive(index)
      keep(index)
    },
    [setActive, keep],
  )
  return (
    <ul
      ref={list}
      aria-label={text('turbines.title')}
      style={grid.listStyle}
      onKeyDown={(event) => {
        onKeyDown(event)
        onEditKey(event)
      }}
    >
      {grid.cells.map(({ index, left, top, height }) => {
        const turbine = turbines[index]
        return (
          turbine && (
            <TurbineCard
              // The key is the position, because updating a card for another turbine takes a third of the time of mounting a new card.
              key={index}
              turbine={turbine}
              actions={actions}
              index={index}
              count={turbines.length}
              left={left}
              top={top}
              width={grid.cellWidth}
              height={height}
              isActive={index === active}
              onFocus={onFocus}
            />
          )
        )
      })}
    </ul>
  )
}
