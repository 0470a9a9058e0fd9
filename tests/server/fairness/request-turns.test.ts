/** Requests of companies and users begin in turns. The time is that of a clock of the test. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { RequestTurns } from '#server/core/access/request-turns.ts'
import type { Asker } from '#server/infrastructure/work-order.ts'
import { makeUser, signIn } from '../../support/accounts.ts'
import { makeCompany } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

const asker = (company_id: number, id: number): Asker => ({ company_id, id })
const [anna, alp, bora] = [asker(1, 11), asker(1, 12), asker(2, 21)]

/** @param cost how long each request works before it waits for anything, in milliseconds */
function openTurns(cost = 1) {
  let time = 0
  const turns = new RequestTurns(() => time)
  /** What has begun, in this order. */
  const begun: string[] = []
  const ask = async (name: string, by: Asker) => {
    const turn = turns.begin(by)
    if (turn) await turn
    begun.push(name)
    time += cost
  }
  return { begun, ask }
}

describe('in one turn of the event loop', () => {
  it('one request of each company begins, and the users of a company take turns', async () => {
    const { begun, ask } = openTurns()
    const asked = [
      ...['a1', 'a2', 'a3', 'a4'].map((name) => ask(name, anna)),
      ...['p1', 'p2'].map((name) => ask(name, alp)),
      ...['b1', 'b2'].map((name) => ask(name, bora)),
    ]
    expect(begun).toEqual(['a1', 'b1'])
    await Promise.all(asked)
    expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'p1', 'a3', 'p2', 'a4'])
  })

  it('a request of another company begins at once, however many of the first one wait', async () => {
    const { begun, ask } = openTurns()
    const asked = Array.from({ length: 300 }, (_, index) => ask(`a${index}`, anna))
    await nextTurn()
    const before = begun.length
    await ask('b', bora)
    expect(begun.length - before).toBeLessThanOrEqual(2)
    await Promise.all(asked)
    expect(begun).toHaveLength(301)
  })
})

it('answers from memory begin together, as many as a millisecond has time for', async () => {
  const { begun, ask } = openTurns(0.25)
  const asked = Array.from({ length: 10 }, (_, index) => ask(`a${index}`, anna))
  expect(begun).toHaveLength(4)
  await nextTurn()
  expect(begun).toHaveLength(8)
  await Promise.all(asked)
  expect(begun).toEqual(Array.from({ length: 10 }, (_, index) => `a${index}`))
})

it('a request of a company of which others wait does not begin before them', async () => {
  const { begun, ask } = openTurns()
  const asked = [ask('a1', anna), ask('a2', anna)]
  await nextTurn()
  await Promise.all([...asked, ask('a3', anna), ask('a4', anna)])
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4'])
})

it('a request that has begun and does not end keeps no other one waiting', async () => {
  const { begun, ask } = openTurns()
  const { promise, resolve } = Promise.withResolvers<void>()
  const endless = ask('endless', anna).then(() => promise)
  await ask('next', anna)
  expect(begun).toEqual(['endless', 'next'])
  resolve()
  await endless
})

it('the session of a request that waited is looked up again when its turn comes', async () => {
  await using testApp = await TestApp.open()
  const client = await signIn(testApp, await makeUser(testApp, { company_id: await makeCompany(testApp) }))
  let time = 0
  testApp.services.requestTurns = new RequestTurns(() => time++)
  // From now on its session is found without waiting, so all of these have a viewer before the first one begins.
  await client.get('/api/turbines')
  const statuses = await Promise.all([
    client.send('POST', '/api/auth/logout').then(({ status }) => status),
    ...Array.from({ length: 20 }, () => client.get('/api/turbines').then(({ status }) => status)),
  ])
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(401)
})
