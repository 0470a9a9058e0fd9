import { setImmediate } from 'node:timers/promises'

/** The time after which other requests get their turn, in milliseconds. */
const TURN_MS = 10

/**
 * Lets the server answer other requests. SQLite gives every result at once, so without pauses the work for thousands of rows would be one
 * piece of several seconds.
 */
export async function answerOthers(): Promise<void> {
  await setImmediate()
}

/** Like `Array.prototype.map`. Other requests are answered in between, so the list may be long. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  let begin = performance.now()
  for (const [index, item] of items.entries()) {
    results.push(work(item, index))
    if (performance.now() - begin < TURN_MS) continue
    await answerOthers()
    begin = performance.now()
  }
  return results
}
