/** How many files are read or copied at once: more makes an SSD no faster, and a hard disk slower. */
const AT_ONCE = 4

/** Does the work for each item, a few at once, and reads no further ahead in the list. */
export async function forEachAtOnce<T>(
  items: AsyncGenerator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for await (const item of items) await work(item)
  })
  await Promise.all(workers)
}
