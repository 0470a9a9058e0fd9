/** Locks held by one process of a database at a time. A process has at most one request for a name at a time. */
export interface Locks {
  /**
   * Waits until no other process has the lock.
   *
   * @param wanted called when another process waits for the lock, or the lock is lost
   * @returns the function that releases the lock; undefined if it is not free in `ms` milliseconds
   */
  acquire(name: string, ms: number, wanted: () => void): Promise<Release | undefined>
}

export type Release = () => Promise<void>

/** A single process never waits. */
export const locksOfOneProcess: Locks = {
  async acquire() {
    return async () => {}
  },
}
