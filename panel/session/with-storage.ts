/** Runs what uses the storage of the browser. Undefined if the browser forbids it, its space is used up, or a stored text cannot be read. */
export function withStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
