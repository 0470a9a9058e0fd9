/** The number of files that are read or copied at the same time. More are not faster on an SSD, and slower on a hard disk. */
const CONCURRENCY = 4

/** Does the work for each item, a few at the same time. It reads an item from the list only when its work can begin. */
export async function forEachAtOnce<T>(
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for await (const item of items) await work(item)
  })
  await Promise.all(workers)
}
