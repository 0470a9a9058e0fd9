import { COMPARE_LIMIT } from '#domain/limits.ts'
import type { ComparedIds } from './open-compare.ts'

/** True if the checkbox of this photo works: it is checked, or fewer than two others are. */
export function isChoosable(chosen: readonly number[], id: number): boolean {
  return chosen.includes(id) || chosen.length < COMPARE_LIMIT
}

/** The chosen photos after a click on the checkbox of this one. The order of the clicks stays: the first photo is on the left. */
export function toggleChosen(chosen: readonly number[], id: number): readonly number[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id)
  return isChoosable(chosen, id) ? [...chosen, id] : chosen
}

/** The photos to compare; undefined unless exactly two are chosen. */
export function comparedIds(chosen: readonly number[]): ComparedIds | undefined {
  const [left, right] = chosen
  const isComplete = chosen.length === COMPARE_LIMIT && left !== undefined && right !== undefined
  return isComplete ? [left, right] : undefined
}
