import { describe, expect, it } from 'vitest'
import { FairQueue, type Slots } from '#server/infrastructure/fair-queue.ts'
import type { Asker, Urgency } from '#server/infrastructure/work-order.ts'

const asker = (company_id: number, id: number): Asker => ({ company_id, id })
const [anna, alp, bora] = [asker(1, 11), asker(1, 12), asker(2, 21)]

/** A queue whose work ends when the test says so. */
function openQueue(slots: Partial<Record<Urgency, Slots>> = {}, waitingMax = 100) {
  const none = { shared: 0, spare: 0 }
  const queue = new FairQueue({ now: none, soon: none, later: none, ...slots }, waitingMax)
  /** What has begun, in this order. */
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, by: Asker, urgency: Urgency = 'now', signal?: AbortSignal) =>
    queue.run({ asker: by, urgency, signal }, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  /** Ends the work that has begun first among what runs, until nothing runs. */
  const endAll = async () => {
    await new Promise(setImmediate)
    for (const name of begun) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    }
  }
  return { queue, begun, ends, ask, endAll }
}

const ONE = { now: { shared: 1, spare: 0 } }

describe('the turns', () => {
  it('go from company to company, and within a company from user to user', async () => {
    const { begun, ask, endAll } = openQueue(ONE)
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
    const { begun, ask, endAll } = openQueue(ONE)
    const work = Array.from({ length: 99 }, (_, index) => ask(`a${index}`, anna))
    work.push(ask('b', bora))
    await endAll()
    expect(begun.indexOf('b')).toBeLessThanOrEqual(2)
    await Promise.all(work)
  })

  it('are not lost to a user who asks anew each time', async () => {
    const { begun, ends, ask } = openQueue(ONE)
    const work = [ask('a0', anna), ask('a1', anna), ask('b', bora)]
    for (let turn = 0; turn < 4; turn += 1) {
      work.push(ask(`new${turn}`, asker(3 + turn, 30 + turn)))
      ends.get(begun.at(-1) ?? '')?.()
      await new Promise(setImmediate)
    }
    expect(begun.slice(0, 4)).toEqual(['a0', 'a1', 'b', 'new0'])
    while (begun.length < work.length) {
      ends.get(begun.at(-1) ?? '')?.()
      await new Promise(setImmediate)
    }
    ends.get(begun.at(-1) ?? '')?.()
    await Promise.all(work)
  })
})

describe('the spare slot', () => {
  const slots = { now: { shared: 2, spare: 1 } }

  it('is for a user of whom nothing runs, while long work of another has all others', async () => {
    const { queue, begun, ask, endAll } = openQueue(slots)
    const work = [...['a1', 'a2', 'a3'].map((name) => ask(name, anna)), ask('b1', bora), ask('b2', bora)]
    await new Promise(setImmediate)
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    expect(queue.waiting).toBe(2)
    await endAll()
    await Promise.all(work)
    expect(queue.isIdle).toBe(true)
  })

  it('gives way to nobody who has work already', async () => {
    const { begun, ends, ask, endAll } = openQueue(slots)
    const work = [...['a1', 'a2', 'a3'].map((name) => ask(name, anna)), ask('b1', bora), ask('b2', bora)]
    await new Promise(setImmediate)
    ends.get('b1')?.()
    await new Promise(setImmediate)
    expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
    await endAll()
    await Promise.all(work)
  })
})

it('lets what nobody waits for go on, but never before what a request waits for', async () => {
  const slots = { now: { shared: 2, spare: 0 }, later: { shared: 1, spare: 0 } }
  const { begun, ask, endAll } = openQueue(slots)
  const work = [
    ...['t1', 't2', 't3'].map((name) => ask(name, anna, 'later')),
    ...['n1', 'n2', 'n3'].map((name) => ask(name, anna)),
  ]
  await new Promise(setImmediate)
  expect(begun).toEqual(['t1', 'n1', 'n2'])
  await endAll()
  await Promise.all(work)
})

describe('a user', () => {
  it('has a stated number waiting at most, of all urgencies together; then 429 says when to ask again', async () => {
    const slots = { now: { shared: 1, spare: 0 }, later: { shared: 1, spare: 0 } }
    const { queue, ask, endAll } = openQueue(slots, 3)
    const work = [ask('r1', anna), ask('w1', anna), ask('r2', anna, 'later'), ask('w2', anna, 'later')]
    expect(() => queue.refuseIfFull(anna)).not.toThrow()
    work.push(ask('w3', anna))
    const refusal = { code: 'too_many_requests', headers: { 'Retry-After': '5' } }
    expect(() => queue.refuseIfFull(anna)).toThrow(expect.objectContaining(refusal))
    await expect(ask('w4', anna)).rejects.toMatchObject(refusal)
    await expect(ask('w5', anna, 'later')).rejects.toMatchObject(refusal)
    expect(queue.waiting).toBe(3)
    work.push(ask('b', bora), ask('p', alp))
    await endAll()
    await Promise.all(work)
    const again = ask('w6', anna)
    await endAll()
    expect(await again).toBe('w6')
  })

  it('who has too much waiting may still begin what has a free slot', async () => {
    const { ask, endAll } = openQueue({ now: { shared: 1, spare: 0 }, later: { shared: 1, spare: 0 } }, 1)
    const work = [ask('r', anna, 'later'), ask('w', anna, 'later'), ask('n', anna)]
    await endAll()
    expect(await Promise.all(work)).toEqual(['r', 'w', 'n'])
  })
})

describe('work that nobody needs any more', () => {
  it('leaves the queue at once, and its place is free', async () => {
    const { queue, begun, ask, endAll } = openQueue(ONE, 2)
    const gone = new AbortController()
    const work = [ask('a', anna), ask('b', bora)]
    const given = [ask('a2', anna, 'now', gone.signal), ask('a3', anna, 'now', gone.signal)]
    expect(queue.waiting).toBe(3)
    gone.abort()
    for (const one of given) await expect(one).rejects.toMatchObject({ code: 'validation_failed' })
    expect(queue.waiting).toBe(1)
    work.push(ask('a4', anna))
    await expect(ask('a5', anna, 'now', gone.signal)).rejects.toMatchObject({ code: 'validation_failed' })
    await endAll()
    expect(await Promise.all(work)).toEqual(['a', 'b', 'a4'])
    expect(begun).toEqual(['a', 'b', 'a4'])
    expect(queue.isIdle).toBe(true)
  })

  it('gives its slot to the next one when it fails', async () => {
    const { queue, ask, endAll } = openQueue(ONE)
    const failing = queue.run({ asker: anna, urgency: 'now' }, () => Promise.reject(new Error('failed')))
    const next = ask('b', bora)
    await expect(failing).rejects.toThrow('failed')
    await new Promise(setImmediate)
    await endAll()
    expect(await next).toBe('b')
    expect(queue.isIdle).toBe(true)
  })
})

it('says which work is the first one of its company that runs', async () => {
  const slots = {
    now: { shared: 9, spare: 0 },
    soon: { shared: 9, spare: 0 },
    later: { shared: 0, spare: 0 },
  }
  const parallel = new FairQueue(slots, 100)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, by: Asker, urgency: Urgency = 'now') =>
    parallel.run({ asker: by, urgency }, (isFirst) => {
      begun.push(`${name} ${isFirst ? 'first' : 'further'}`)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const work = [ask('a', anna), ask('p', alp), ask('b', bora), ask('b report', bora, 'soon')]
  await new Promise(setImmediate)
  expect(begun).toEqual(['a first', 'p further', 'b first', 'b report further'])
  ends[0]?.()
  await work[0]
  work.push(ask('p2', alp))
  await new Promise(setImmediate)
  expect(begun.at(-1)).toBe('p2 first')
  for (const end of ends) end()
  await Promise.all(work)
})
