import { execFileSync } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIB } from '#domain/limits.ts'
import { ImagePool } from '#server/infrastructure/images/image-pool.ts'
import type { WorkOrder } from '#server/infrastructure/work-order.ts'
import { jpeg } from '../../support/builders.ts'
import { folder as dir, setUpFolder } from '../../support/folder-setup.ts'
import { nodeEnvironment, ROOT } from '../../support/servers/node-process.ts'

const WRITER = new URL('../../../server/features/reports/pdf/write-report.ts', import.meta.url).href

const LIMITS = { maxPixels: 1_000_000, timeLimit: 30_000, memoryLimit: 1024 * MIB }

setUpFolder('file')

function openPool(limits = LIMITS) {
  const pool = new ImagePool(limits, pino({ level: 'silent' }))
  return { pool, [Symbol.dispose]: () => pool.close() }
}

const ORDER: WorkOrder = { requester: { id: 1, company_id: 1 }, priority: 'high' }

const newPath = () => join(dir, crypto.randomUUID())

it('does not refuse an image as damaged if it cannot be read', async () => {
  using images = openPool()
  await expect(images.pool.decode('/nowhere/a.jpg', newPath, ORDER)).rejects.toMatchObject({ code: 'ENOENT' })
})

it('does not refuse an image as damaged if its derivatives cannot be written', async () => {
  using images = openPool()
  const path = newPath()
  await writeFile(path, await jpeg())
  const decoding = images.pool.decode(path, () => '/nowhere/a.jpg', ORDER)
  await expect(decoding).rejects.toMatchObject({ code: 'ENOENT' })
})

it('does not refuse an image as damaged if the process cannot open more files', async () => {
  const path = newPath()
  await writeFile(path, await jpeg())
  const script = `
    import { openSync } from 'node:fs'
    import pino from 'pino'
    import { ImagePool } from './server/infrastructure/images/image-pool.ts'
    const pool = new ImagePool(${JSON.stringify(LIMITS)}, pino())
    try { for (;;) openSync('.') } catch {}
    const code = await pool.decode('${path}', () => '', ${JSON.stringify(ORDER)}).then(() => 'decoded', ({ code }) => code)
    process.stdout.write(code)
    process.exit()`
  const node = ['ulimit -n 64 && exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', script]
  expect(execFileSync('sh', ['-c', ...node], { cwd: ROOT, env: nodeEnvironment(), encoding: 'utf8' })).toBe(
    'EMFILE',
  )
})

it('decodes nothing after it is closed', async () => {
  const images = openPool()
  const path = newPath()
  await writeFile(path, await jpeg({ width: 900, height: 900 }))
  const decoding = images.pool.decode(path, newPath, ORDER)
  images.pool.close()
  await expect(decoding).rejects.toMatchObject({ code: 'shutting_down' })
  await expect(images.pool.decode(path, newPath, ORDER)).rejects.toMatchObject({ code: 'shutting_down' })
})

it('says that it is closed while it draws a report', async () => {
  const images = openPool()
  // The worker waits for the description until somebody writes it.
  const description = newPath()
  execFileSync('mkfifo', [description])
  const drawing = expect(
    images.pool.writeReport({ writer: WRITER, description, path: newPath() }, 0, ORDER),
  ).rejects.toMatchObject({ code: 'shutting_down' })
  // Opens as soon as the worker reads.
  await using _ = await open(description, 'w')
  images.pool.close()
  await drawing
})

describe('the limit of time', () => {
  const LIMIT = 10_000
  // The worker waits for the description until the test writes it. Only the timers of the server are changed.
  const drawSlowly = (pool: ImagePool, description: string) => {
    execFileSync('mkfifo', [description])
    return pool.writeReport({ writer: WRITER, description, path: newPath() }, 0, ORDER)
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is processor time: a worker that waits is not ended', async () => {
    using images = openPool({ ...LIMITS, timeLimit: LIMIT })
    const description = newPath()
    const drawing = drawSlowly(images.pool, description)
    const outcome = drawing.then(
      () => 'drawn',
      (error) => error.message,
    )
    await using pipe = await open(description, 'w')
    vi.advanceTimersByTime(10 * LIMIT)
    await pipe.writeFile('no JSON')
    await pipe.close()
    // It is the answer of the worker.
    expect(await outcome).toContain('JSON')
  })

  it('ends a worker that stands still, and says nothing about its file', async () => {
    using images = openPool({ ...LIMITS, timeLimit: LIMIT })
    const description = newPath()
    const drawing = drawSlowly(images.pool, description)
    const outcome = expect(drawing).rejects.toMatchObject({ code: 'file_not_processed' })
    await using _ = await open(description, 'w')
    vi.advanceTimersByTime(20 * LIMIT)
    await outcome
  })
})
