import { expect, it } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { workerBytes, workerNumbers } from '#server/infrastructure/worker-numbers.ts'

const GIB = 1024 * MIB

it.each([
  // Memory beside that of the server in GiB, cores: workers for requests, jobs and the background, and MiB of one worker.
  [0.5, 1, [1, 1, 1], 256],
  [1.5, 2, [1, 1, 1], 512],
  [3.5, 2, [2, 1, 1], 896],
  [3.5, 4, [2, 1, 1], 896],
  [7.5, 2, [2, 2, 1], 1024],
  [15.5, 16, [4, 2, 1], 1024],
])('%d GiB and %d cores have %j workers with %d MiB each', (memory, cores, numbers, size) => {
  const bytes = workerBytes(memory * GIB, cores)
  expect(bytes / MIB).toBe(size)
  const { high, normal, low } = workerNumbers(bytes, memory * GIB, cores)
  expect([high, normal, low]).toEqual(numbers)
  // On the smallest machines there is still one of each.
  if (memory > 1) expect((high + normal + low) * bytes).toBeLessThanOrEqual(memory * GIB)
})
