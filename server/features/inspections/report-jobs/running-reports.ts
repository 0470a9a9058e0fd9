/** A report in progress in this process. */
export interface RunningReport {
  /** Aborts when the report is no longer wanted. */
  signal: AbortSignal
  /** The fraction of drawn findings, from 0 to 1. */
  progress: number
  abort(): void
}

/** The reports in progress in this process. This may be lost: their rows are authoritative. */
export class RunningReports {
  readonly #running = new Map<number, RunningReport>()

  /** @param id of the job @returns the report; end it with its work */
  begin(id: number): RunningReport & Disposable {
    const controller = new AbortController()
    const running = {
      signal: controller.signal,
      progress: 0,
      abort: () => controller.abort(),
      [Symbol.dispose]: () => {
        if (this.#running.get(id) === running) this.#running.delete(id)
      },
    }
    this.#running.set(id, running)
    return running
  }

  /** Undefined if this process does not make the report. */
  progressOf(id: number): number | undefined {
    return this.#running.get(id)?.progress
  }

  /** Ends the work on a report, if this process makes it. */
  abort(id: number): void {
    this.#running.get(id)?.abort()
  }
}
