import { expect, it } from 'vitest'
import { RequestSlot, RequestSlots } from '#server/core/access/request-slots.ts'

/** Takes slots of a caller. @returns those that have one, and how many wait */
function take(slots: RequestSlots, caller: string, count: number) {
  const taken: RequestSlot[] = []
  let waiting = 0
  for (let n = 0; n < count; n += 1) {
    const slot = new RequestSlot(slots, caller)
    const wait = slot.take()
    if (!wait) taken.push(slot)
    else {
      waiting += 1
      void wait.then(() => taken.push(slot))
    }
  }
  return { taken, waiting }
}

const settle = () => new Promise(setImmediate)

it('works on four requests of a caller at once, whatever others ask for', async () => {
  const slots = new RequestSlots()
  const loud = take(slots, 'user 1', 300)
  expect([loud.taken.length, loud.waiting]).toEqual([4, 296])
  expect(take(slots, 'user 2', 1).taken).toHaveLength(1)
  loud.taken[0]?.release()
  await settle()
  expect(loud.taken).toHaveLength(5)
})

it('begins the requests of a caller in the order of their arrival', async () => {
  const slots = new RequestSlots()
  const order: number[] = []
  const first = take(slots, 'user 1', 4).taken
  for (const n of [1, 2, 3]) {
    const slot = new RequestSlot(slots, 'user 1')
    void slot.take()?.then(() => {
      order.push(n)
      slot.release()
    })
  }
  first[0]?.release()
  await settle()
  expect(order).toEqual([1, 2, 3])
})

it('refuses a caller of whom 500 requests wait, and no other one', async () => {
  const slots = new RequestSlots()
  take(slots, 'user 1', 504)
  expect(() => new RequestSlot(slots, 'user 1').take()).toThrow('too_many_requests')
  expect(take(slots, 'user 2', 504).waiting).toBe(500)
})

it('gives a slot back once, however often it is released', async () => {
  const slots = new RequestSlots()
  const { taken } = take(slots, 'user 1', 6)
  taken[0]?.release()
  taken[0]?.release()
  await settle()
  expect(slots.waiting).toBe(1)
})

it('keeps nothing of a caller whose requests have ended', async () => {
  const slots = new RequestSlots()
  const { taken } = take(slots, 'user 1', 6)
  for (const slot of taken) slot.release()
  await settle()
  for (const slot of taken) slot.release()
  expect(take(slots, 'user 1', 4).waiting).toBe(0)
})
