/** The output of a move: a line per step, and progress on a terminal. */
export interface MoveOutput {
  line(text: string): void
  /** Replaces the last progress. */
  progress(text: string): void
}

/** Interval of progress, in milliseconds. */
const PROGRESS_EVERY_MS = 200

/** A timed step of a move. */
export class Step {
  readonly #output: MoveOutput
  readonly #name: string
  readonly #begun = performance.now()
  #shown = 0

  constructor(output: MoveOutput, name: string) {
    this.#output = output
    this.#name = name
  }

  progress(text: string): void {
    const now = performance.now()
    if (now - this.#shown < PROGRESS_EVERY_MS) return
    this.#shown = now
    this.#output.progress(`${this.#name}: ${text}, after ${this.#seconds()} s`)
  }

  end(text: string): void {
    this.#output.line(`${this.#name}: ${text}, in ${this.#seconds()} s.`)
  }

  #seconds(): string {
    return ((performance.now() - this.#begun) / 1000).toFixed(1)
  }
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
