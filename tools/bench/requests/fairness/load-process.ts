/**
 * The client of the loud company. It is a process of its own with the lowest priority, because a real client does not take the processor of
 * the server.
 */
import { Agent } from 'node:http'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { LOADS, type LoadName } from './loads.ts'
import type { Side } from './side.ts'

/** What it is asked to do: to begin a load, or to end it. */
export type LoadCommand = { side: Side; name: LoadName; photo: string } | 'end'
/** What it has asked for, sent after the last answer. */
export interface LoadResult {
  answered: number
  refused: number
}

/** How many requests it has at the same time. */
const AT_ONCE = 32
/** How long it waits after a refusal, in milliseconds. It is less than any `Retry-After`. */
const AFTER_REFUSAL_MS = 50

setPriority(constants.priority.PRIORITY_LOW)
const agent = new Agent({ keepAlive: true })
let isEnding = false

process.on('message', async (command: LoadCommand) => {
  if (command === 'end') {
    isEnding = true
    return
  }
  isEnding = false
  process.send?.(await run(command))
})

async function run({ side, name, photo }: Exclude<LoadCommand, 'end'>): Promise<LoadResult> {
  const ask = LOADS[name]
  const content = Buffer.from(photo, 'base64')
  const result: LoadResult = { answered: 0, refused: 0 }
  let index = 0
  const askOn = async () => {
    while (!isEnding) {
      try {
        index += 1
        await ask(side, index, agent, content)
        result.answered += 1
      } catch {
        result.refused += 1
        await wait(AFTER_REFUSAL_MS)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return result
}
