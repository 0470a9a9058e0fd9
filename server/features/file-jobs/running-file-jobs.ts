/** A file in progress in this process. */
export interface RunningFileJob {
  /** Aborts when the file is no longer wanted. */
  signal: AbortSignal
  /** From 0 to 1. */
  progress: number
  abort(): void
}

/** The files in progress in this process. This may be lost: the rows of the jobs are authoritative. */
export class RunningFileJobs {
  readonly #running = new Map<number, RunningFileJob>()

  /** @param id of the job @returns the file; end it with its work */
  begin(id: number): RunningFileJob & Disposable {
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

  /** Undefined if this process does not make the file. */
  progressOf(id: number): number | undefined {
    return this.#running.get(id)?.progress
  }

  /** Ends the work on a file, if this process makes it. */
  abort(id: number): void {
    this.#running.get(id)?.abort()
  }
}
