import { setImmediate } from 'node:timers/promises'

/** The time after which other requests get their turn, in milliseconds. */
const TURN_MS = 10

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
    await setImmediate()
    begin = performance.now()
  }
  return results
}
