import stored from '../../docs/figures.json'

/** A figure as the run that has measured or counted it wrote it into `docs/figures.json`. */
export interface Figure {
  id: string
  value: number
  unit: 'count' | 'keys' | 'ms' | 's' | 'percent'
  /** What the figure is about, such as the findings of a report. */
  of?: number
  /** The UTC day of the run. */
  day: string
  /** The section of `npm run bench` with the machine, or the test. */
  by: { bench: string; cores: number } | { test: string }
}

export const FIGURES = stored as Figure[]

/** @throws if no run has written it */
export function getFigure(id: string): Figure {
  const figure = FIGURES.find((each) => each.id === id)
  if (!figure)
    throw new Error(
      `docs/figures.json has no ${id}. A test writes it with WRITE_FIGURES=1, npm run bench with --write`,
    )
  return figure
}
