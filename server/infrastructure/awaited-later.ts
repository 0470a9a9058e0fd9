/**
 * Marks a promise that is awaited later, while something else is awaited first. Without this, a rejection before that time ends the
 * process: Node treats a promise as unhandled if nobody looks at it when it rejects. Whoever awaits it still gets the error.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
