declare module '#server/core/env.ts' {
  interface Services {
    runningReports: RunningReports
  }
}

/** A report that this process makes. */
export interface RunningReport {
  /** Aborts when nobody wants the report any more. */
  signal: AbortSignal
  /** The part of the findings that is drawn, from 0 to 1. */
  progress: number
  abort(): void
}

/** The reports that this process makes. What it knows may be lost: their rows say what is to be done. */
export class RunningReports {
  readonly #running = new Map<number, RunningReport>()

  /** @param id of the job @returns the report; end it when nothing works on it any more */
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
