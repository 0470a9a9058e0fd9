/** Files looked at or copied at once: enough to keep a disk busy, few enough for one that turns. */
const AT_ONCE = 4

/** Does the work for each of the items, a handful at once, and takes no more from the list than that. */
export async function forEachAtOnce<T>(
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for await (const item of items) await work(item)
  })
  await Promise.all(workers)
}
