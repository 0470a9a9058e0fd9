import { describe, expect, it } from 'vitest'
import { TurnQueue, Turns } from '#server/infrastructure/turn-queue.ts'
import type { Requester } from '#server/infrastructure/work-order.ts'

const requester = (company_id: number, id: number): Requester => ({ company_id, id })
const [anna, alp, bora] = [requester(1, 11), requester(1, 12), requester(2, 21)]

/** A queue whose work ends when the test says so. */
function openQueue(concurrency = 1, waitingMax = 100) {
  const queue = new TurnQueue(concurrency, waitingMax)
  /** What has begun, in this order. */
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, by: Requester, signal?: AbortSignal) =>
    queue.run({ requester: by, signal }, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  /** Ends the work that has begun first among what runs, until nothing runs. */
  const endAll = async () => {
    for (const name of begun) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    }
  }
  return { queue, begun, ends, ask, endAll }
}

describe('the turns', () => {
  it('go from company to company, and within a company from user to user', async () => {
    const { begun, ask, endAll } = openQueue()
    const results = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask(name, anna)),
      ...['p1', 'p2'].map((name) => ask(name, alp)),
      ...['b1', 'b2', 'b3'].map((name) => ask(name, bora)),
    ]
    await endAll()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'p1', 'b2', 'a3', 'b3', 'p2', 'a4'])
    expect(await Promise.all(results)).toEqual(['a1', 'a2', 'a3', 'a4', 'p1', 'p2', 'b1', 'b2', 'b3'])
  })

  it('let a user with one piece of work wait for one other at most, whatever the others have waiting', async () => {
    const { begun, ask, endAll } = openQueue()
    const work = Array.from({ length: 99 }, (_, index) => ask(`a${index}`, anna))
    work.push(ask('b', bora))
    await endAll()
    expect(begun.indexOf('b')).toBeLessThanOrEqual(2)
    await Promise.all(work)
  })

  it('are not lost to a user who asks again each time', async () => {
    const { begun, ends, ask, endAll } = openQueue()
    const work = [ask('a0', anna), ask('a1', anna), ask('b', bora)]
    for (let turn = 0; turn < 4; turn += 1) {
      work.push(ask(`new${turn}`, requester(3 + turn, 30 + turn)))
      ends.get(begun.at(-1) ?? '')?.()
      await new Promise(setImmediate)
    }
    expect(begun.slice(0, 4)).toEqual(['a0', 'a1', 'b', 'new0'])
    await endAll()
    await Promise.all(work)
  })
})

/** How many entries of arrays and maps `work` looks at. */
function entriesSeen(work: () => void): number {
  const iterators = [[], new Map()].map((list) => Object.getPrototypeOf(list[Symbol.iterator]()))
  const originals = iterators.map(({ next }) => next)
  let seen = 0
  for (const [index, iterator] of iterators.entries()) {
    iterator.next = function (...values: unknown[]) {
      seen += 1
      return originals[index].apply(this, values)
    }
  }
  try {
    work()
  } finally {
    for (const [index, iterator] of iterators.entries()) iterator.next = originals[index]
  }
  return seen
}

it('looks at no more of the queue for each piece of work, however much waits', () => {
  const entriesOf = (count: number) => {
    const turns = new Turns()
    const ids = Array.from({ length: count }, (_, index) => String(index))
    const seen = entriesSeen(() => {
      for (const id of ids)
        turns.enqueue(async () => {}, { id, requester: requester(Number(id) % 10, Number(id) % 100) })
      for (const id of ids.slice(0, count / 2)) turns.remove(id)
      while (turns.size > 0) turns.dequeue()
    })
    expect(turns.dequeue()).toBeUndefined()
    return seen / count
  }
  expect(entriesOf(10_000)).toBeLessThanOrEqual(entriesOf(100))
})

describe('a user', () => {
  it('has a stated number waiting at most; then 429 says when to ask again', async () => {
    const { queue, ask, endAll } = openQueue(1, 2)
    const work = [ask('r', anna), ask('w1', anna)]
    expect(() => queue.refuseIfFull(anna)).not.toThrow()
    work.push(ask('w2', anna))
    const refusal = { code: 'too_many_requests', headers: { 'Retry-After': '5' } }
    expect(() => queue.refuseIfFull(anna)).toThrow(expect.objectContaining(refusal))
    await expect(ask('w3', anna)).rejects.toMatchObject(refusal)
    expect(queue.waiting).toBe(2)
    work.push(ask('b', bora), ask('p', alp))
    await endAll()
    await Promise.all(work)
    const again = ask('w4', anna)
    await endAll()
    expect(await again).toBe('w4')
  })
})

describe('work that nobody needs any more', () => {
  it('leaves the queue at once, and its place is free', async () => {
    const { queue, begun, ask, endAll } = openQueue(1, 2)
    const gone = new AbortController()
    const work = [ask('a', anna), ask('b', bora)]
    const given = [ask('a2', anna, gone.signal), ask('a3', anna, gone.signal)]
    expect(queue.waiting).toBe(3)
    gone.abort()
    expect(queue.waiting).toBe(1)
    for (const one of given) await expect(one).rejects.toMatchObject({ code: 'validation_failed' })
    work.push(ask('a4', anna))
    await expect(ask('a5', anna, gone.signal)).rejects.toMatchObject({ code: 'validation_failed' })
    await endAll()
    expect(await Promise.all(work)).toEqual(['a', 'b', 'a4'])
    expect(begun).toEqual(['a', 'b', 'a4'])
    expect(queue.isIdle).toBe(true)
  })

  it('keeps its place until it has ended, if it runs', async () => {
    const { begun, ends, ask, endAll } = openQueue()
    const gone = new AbortController()
    const running = ask('a', anna, gone.signal)
    const next = ask('b', bora)
    gone.abort()
    await new Promise(setImmediate)
    expect(begun).toEqual(['a'])
    ends.get('a')?.()
    await running
    await new Promise(setImmediate)
    await endAll()
    expect(await next).toBe('b')
  })

  it('gives its place to the next one when it fails', async () => {
    const { queue, ask, endAll } = openQueue()
    const failing = queue.run({ requester: anna }, () => Promise.reject(new Error('failed')))
    const next = ask('b', bora)
    await expect(failing).rejects.toThrow('failed')
    await new Promise(setImmediate)
    await endAll()
    expect(await next).toBe('b')
    expect(queue.isIdle).toBe(true)
  })
})
