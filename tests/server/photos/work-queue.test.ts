import { expect, it } from 'vitest'
import { QueueFull, WorkQueue } from '#server/features/auth/work-queue.ts'

/** Work that adds its name to `began` when it begins, and ends when the test calls `finish`. */
function work(began: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begin = () => {
    began.push(name)
    return promise
  }
  return { begin, finish: resolve }
}

it('runs the lowest rank first, and equal ranks in the order of their arrival', async () => {
  const began: string[] = []
  const queue = new WorkQueue(1, 10)
  const first = work(began, 'first')
  const runs = [queue.run(9, first.begin)]
  for (const [rank, name] of [
    [2, 'c'],
    [1, 'a'],
    [2, 'd'],
    [1, 'b'],
  ] as const) {
    const { begin, finish } = work(began, name)
    finish()
    runs.push(queue.run(rank, begin))
  }
  first.finish()
  await Promise.all(runs)
  expect(began.join(' ')).toBe('first a b c d')
})

it('limits how many run at the same time, whether or not the work fails', async () => {
  const began: string[] = []
  const queue = new WorkQueue(2, 10)
  const works = ['a', 'b', 'c', 'd'].map((name) => work(began, name))
  const runs = works.map(({ begin }) => queue.run(1, begin))
  await Promise.resolve()
  expect(began).toEqual(['a', 'b'])
  for (const { finish } of works) finish()
  await Promise.all(runs)
  await expect(queue.run(1, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  await queue.run(1, async () => began.push('e'))
  expect(began).toEqual(['a', 'b', 'c', 'd', 'e'])
})

it('refuses the last in the order when the queue is full, even if another came later', async () => {
  const began: string[] = []
  const queue = new WorkQueue(1, 2)
  const running = work(began, 'running')
  const runs = [queue.run(1, running.begin)]
  const enqueue = (rank: number, name: string) => {
    const run = queue.run(rank, async () => void began.push(name))
    run.catch(() => {})
    return run
  }
  const [highRank, second] = [enqueue(5, 'high rank'), enqueue(1, 'second')]
  const third = enqueue(1, 'third')
  await expect(highRank).rejects.toThrow(QueueFull)
  await expect(enqueue(1, 'fourth')).rejects.toThrow(QueueFull)
  running.finish()
  await Promise.all([...runs, second, third])
  expect(began).toEqual(['running', 'second', 'third'])
})
