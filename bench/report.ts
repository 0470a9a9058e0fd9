/** One measured figure beside its reference of the same run. */
export interface Line {
  what: string
  figure: string
  /** What it is held against, and that thing's figure. */
  reference?: string
  /** The figure against its reference, or PASS and FAIL against a limit. */
  ratio?: string
}

export function printSection(title: string, lines: readonly Line[]): void {
  const widest = (column: keyof Line) => Math.max(...lines.map((line) => line[column]?.length ?? 0))
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

/** A ratio as people say it: `0.83 ×`. */
export function times(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ×`
}

export function perSecond(count: number, ms: number, unit: string): string {
  const rate = (count * 1000) / ms
  return `${rate.toFixed(rate < 100 ? 1 : 0)} ${unit}/s`
}
