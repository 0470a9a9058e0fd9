import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react'
import { middleOf } from '#domain/findings/blade-marks.ts'
import type { FindingPlace, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { findNear } from './picture-marks.ts'
import { NAME_PX, type PictureScale, placeAt, ROW_PX } from './picture-scale.ts'

/** A finding and the row of its turbine. */
export interface ActiveMark {
  row: number
  finding: FindingPlace
}

/** The number of rows that Page Up and Page Down move over. */
const PAGE_ROWS = 10

/**
 * The finding under the pointer or with the focus. All findings are one tab stop: left and right move along the blades of a turbine, up
 * and down to the nearest metre of the next turbine.
 */
export function usePictureMark(
  area: RefObject<HTMLElement | null>,
  turbines: readonly TurbinePlaces[],
  scale: PictureScale,
  scrollToRow: (row: number) => void,
) {
  const [chosen, setChosen] = useState<ActiveMark>()
  const [metre, setMetre] = useState<number>()
  const [isShown, setIsShown] = useState(false)
  // The filters may have taken the row away.
  const isThere = chosen && turbines[chosen.row]?.findings.some(({ id }) => id === chosen.finding.id)
  const active = isThere ? chosen : nextFrom(0, 1)

  /** The first finding with a place, in this row or the next one in a direction. */
  function nextFrom(start: number, step: 1 | -1, near?: FindingPlace): ActiveMark | undefined {
    for (let row = start; row >= 0 && row < turbines.length; row += step) {
      const finding = nearestOf(placedOf(turbines[row]), near)
      if (finding) return { row, finding }
    }
    return undefined
  }

  function show(mark: ActiveMark | undefined, at: number | undefined) {
    setMetre(at)
    setIsShown(mark !== undefined)
    if (mark && (mark.row !== active?.row || mark.finding.id !== active.finding.id)) setChosen(mark)
  }

  return {
    active,
    metre,
    /** True while the finding is named: under the pointer or with the focus. */
    isShown,
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const box = area.current?.getBoundingClientRect()
      if (!box) return
      const pixel = clientX - box.left - NAME_PX
      const row = Math.floor((clientY - box.top) / ROW_PX)
      const turbine = turbines[row]
      if (pixel < 0 || !turbine) return show(undefined, undefined)
      const finding = findNear(turbine, scale, pixel)
      show(finding && { row, finding }, placeAt(scale, pixel).metre)
    },
    onPointerLeave: () => show(undefined, undefined),
    onFocus: () => active && show(active, middleOf(active.finding)),
    onBlur: () => show(undefined, undefined),
    onKeyDown(event: KeyboardEvent) {
      if (!active || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const next = moveBy(event.key, active)
      if (next === undefined) return
      event.preventDefault()
      show(next, middleOf(next.finding))
      scrollToRow(next.row)
    },
  }

  function moveBy(key: string, { row, finding }: ActiveMark): ActiveMark | undefined {
    const placed = placedOf(turbines[row])
    const place = placed.findIndex(({ id }) => id === finding.id)
    const inRow = (next: FindingPlace | undefined) => next && { row, finding: next }
    const last = turbines.length - 1
    switch (key) {
      case 'ArrowRight':
        return inRow(placed[place + 1]) ?? nextFrom(row + 1, 1)
      case 'ArrowLeft':
        return inRow(placed[place - 1])
      case 'ArrowDown':
        return nextFrom(row + 1, 1, finding)
      case 'ArrowUp':
        return nextFrom(row - 1, -1, finding)
      case 'PageDown':
        return nextFrom(Math.min(last, row + PAGE_ROWS), -1, finding)
      case 'PageUp':
        return nextFrom(Math.max(0, row - PAGE_ROWS), 1, finding)
      case 'Home':
        return nextFrom(0, 1)
      case 'End':
        return nextFrom(last, -1)
    }
    return undefined
  }
}

function placedOf(turbine: TurbinePlaces | undefined): FindingPlace[] {
  return turbine?.findings.filter(({ from_m }) => from_m !== null) ?? []
}

/** The nearest finding on the same blade, if there is one, or on another. Without `near`, the first one. */
function nearestOf(findings: readonly FindingPlace[], near: FindingPlace | undefined) {
  if (!near) return findings[0]
  const onBlade = findings.filter(({ blade }) => blade === near.blade)
  const from = middleOf(near)
  const distance = (finding: FindingPlace) => Math.abs(middleOf(finding) - from)
  return (onBlade.length > 0 ? onBlade : findings).reduce<FindingPlace | undefined>(
    (best, finding) => (best && distance(best) <= distance(finding) ? best : finding),
    undefined,
  )
}
