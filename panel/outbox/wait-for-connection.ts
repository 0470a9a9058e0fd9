import { lossOf as connectionLossOf, type LostConnection } from '#panel/api/lost-connection.ts'
import { RequestError } from '#panel/api/request-error.ts'

/** How long a request may send nothing before it counts as broken, in milliseconds. */
const STALL_MS = 30_000
/** The first and the longest pause before another attempt, in milliseconds. */
const RETRY_FIRST_MS = 1000
const RETRY_LONGEST_MS = 15_000

/**
 * Repeats `attempt` until the server answers. Between two attempts it waits until the browser is online again, or for a pause that gets longer.
 *
 * @param attempt gets a signal that aborts when the network is lost. It reports its progress by `onProgress`, from 0 to 1
 * @param onWait is called after each attempt without an answer
 * @throws the error of `attempt` if it is an answer; the reason of `signal` if it aborts
 */
export async function untilConnected<T>(
  attempt: (onProgress: (progress: number) => void, signal: AbortSignal) => Promise<T>,
  { signal, onProgress, onWait, lossOf = connectionLossOf }: WaitOptions,
): Promise<T> {
  let failures = 0
  for (;;) {
    const attempted = new WatchedAttempt(signal)
    const report = (progress: number) => {
      failures = 0
      attempted.moved(progress)
      onProgress(progress)
    }
    try {
      return await attempt(report, attempted.signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      const loss = attempted.isLost ? 'disconnected' : lossOf(error)
      if (loss === undefined) throw error
      onWait(loss)
      await pauseBeforeRetry(failures, error, signal)
      failures += 1
    } finally {
      attempted.end()
    }
  }
}

interface WaitOptions {
  signal: AbortSignal
  onProgress: (progress: number) => void
  onWait: (loss: LostConnection) => void
  /** After which errors it waits; by default those of the connection. */
  lossOf?: (error: unknown) => LostConnection | undefined
}

/** Watches one attempt. It aborts the attempt when the browser goes offline or nothing is sent any more. */
class WatchedAttempt {
  readonly signal: AbortSignal
  readonly #lost = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(signal: AbortSignal) {
    this.signal = AbortSignal.any([signal, this.#lost.signal])
    window.addEventListener('offline', this.#lose)
    this.moved(0)
  }

  get isLost(): boolean {
    return this.#lost.signal.aborted
  }

  moved(progress: number) {
    clearTimeout(this.#timer)
    // When everything is sent, the server processes the files, and that may take any time.
    if (progress < 1) this.#timer = setTimeout(this.#lose, STALL_MS)
  }

  end() {
    clearTimeout(this.#timer)
    window.removeEventListener('offline', this.#lose)
  }

  #lose = () => this.#lost.abort()
}

/** Waits for `online`, or for a pause that doubles with each failure. @throws the reason of `signal` if it aborts */
function pauseBeforeRetry(failures: number, error: unknown, signal: AbortSignal): Promise<void> {
  const retryAt = error instanceof RequestError ? error.retryAt : undefined
  const growing = navigator.onLine
    ? Math.min(RETRY_FIRST_MS * 2 ** failures, RETRY_LONGEST_MS)
    : RETRY_LONGEST_MS
  const pause = Math.max(growing, (retryAt ?? 0) - Date.now())
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, pause)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
