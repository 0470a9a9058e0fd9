/**
 * Marks a promise that is awaited only after something else. Without this, a rejection before that ends the process, because Node treats a
 * promise without a handler as unhandled. Awaiting it still throws.
 */
export function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}
