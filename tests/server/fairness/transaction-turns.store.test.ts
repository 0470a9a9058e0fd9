/** Transactions of companies and users take turns. */
import { expect, it } from 'vitest'
import { Transactions } from '#server/infrastructure/database/transactions.ts'
import { SERVER_ITSELF } from '#server/infrastructure/work-order.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'

setUpApp('file')

/** Runs a transaction that adds its name to `order`. */
function run(order: string[], name: string, company_id: number): Promise<void> {
  const asker = { id: company_id, company_id }
  return testApp.services.transactions.run(
    async (transaction) => {
      await transaction.selectFrom('company').select('id').execute()
      order.push(name)
    },
    'refuse',
    asker,
  )
}

it('a transaction waits for two of another company at most, however many of it wait', async () => {
  const order: string[] = []
  const many = Array.from({ length: 20 }, (_, index) => run(order, `a${index}`, 1))
  await Promise.all([...many, run(order, 'b', 2)])
  expect(order).toHaveLength(21)
  expect(order.indexOf('b')).toBeLessThanOrEqual(2)
})

it('a transaction that fails lets the next one begin', async () => {
  const failing = testApp.services.transactions.run(async () => {
    throw new Error('on second thought')
  })
  const order: string[] = []
  const next = run(order, 'next', SERVER_ITSELF.company_id)
  await expect(failing).rejects.toThrow('on second thought')
  await next
  expect(order).toEqual(['next'])
})

it('all that wait behind a transaction that does not end fail when their time is over, and the next one runs', async () => {
  const { db, reserve, config, log } = testApp.services
  const transactions = new Transactions(db, reserve, config.dataDir, log, 20)
  const stuck = Promise.withResolvers<void>()
  const first = transactions.run(() => stuck.promise)
  const waiting = Array.from({ length: 3 }, () => transactions.run(async () => 'never'))
  const ends = await Promise.allSettled(waiting)
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  stuck.resolve()
  await first
  expect(await transactions.run(async () => 'next')).toBe('next')
})
