/**
 * Aborts the work if it has no result after `ms` milliseconds. The result of a download is the begin of its answer: later, the signal must
 * not end its body.
 */
export async function withinTime<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), ms)
  try {
    return await work(signal ? AbortSignal.any([late.signal, signal]) : late.signal)
  } catch (error) {
    throw late.signal.aborted ? new Error(`The bucket has not answered in ${ms} ms.`) : error
  } finally {
    clearTimeout(timer)
  }
}
