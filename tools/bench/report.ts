/** A measured figure and its reference from the same run. */
export interface Line {
  what: string
  figure: string
  /** The reference and its figure. */
  reference?: string
  /** The ratio of the figure to its reference, or PASS or FAIL for a limit. */
  ratio?: string
  /** The figure of the page about the product that `--write` stores. */
  stored?: { id: string; value: number; unit: 'keys' | 'ms' | 's' | 'percent'; of?: number }
}

export function printSection(title: string, lines: readonly Line[]): void {
  const widest = (column: Exclude<keyof Line, 'stored'>) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0))
  const [what, figure, reference] = [widest('what'), widest('figure'), widest('reference')]
  console.log(`\n${title}`)
  for (const line of lines) {
    const cells = [
      line.what.padEnd(what),
      line.figure.padStart(figure),
      (line.reference ?? '').padEnd(reference),
      line.ratio ?? '',
    ]
    console.log(`  ${cells.join('   ').trimEnd()}`)
  }
}

/** Formats a ratio: `0.83 ×`. */
export function times(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ×`
}

export function perSecond(count: number, ms: number, unit: string): string {
  const rate = (count * 1000) / ms
  return `${rate.toFixed(rate < 100 ? 1 : 0)} ${unit}/s`
}

/** Each figure is the best of these rounds, because a busy machine can only make it worse. */
const ROUNDS = 3

/** The smallest result of `ROUNDS` measurements. */
export async function best(measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) least = Math.min(least, await measure())
  return least
}

/** A figure with its limit. */
export function within(what: string, figure: number, limit: number, write: (value: number) => string): Line {
  return {
    what,
    figure: write(figure),
    reference: `at most ${write(limit)}`,
    ratio: figure <= limit ? 'PASS' : 'FAIL',
  }
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0
}

/** Formats a ratio with the least that it must be. */
export function reaching(ratio: number, goal: number): string {
  return `${times(ratio)} (≥ ${goal} ×: ${ratio >= goal ? 'PASS' : 'FAIL'})`
}

export function milliseconds(value: number): string {
  return `${value.toFixed(0)} ms`
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
