/**
 * A process that decodes images, renders pages and draws reports for `ImagePool`, one at a time. Only this process reads uploaded images
 * and PDFs, so that a file that exploits a decoder bug cannot reach the server.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { CloudRefused } from '#server/infrastructure/clouds/reading/cloud-refused.ts'
import { ImageRefused } from '#server/infrastructure/pictures/image-refused.ts'
import { isOutOfMemory } from '#server/infrastructure/pictures/refuse-damaged.ts'
import { decodeImage, readMetadata } from './decode-image.ts'
import {
  FILE_MODE,
  type ReportWriter,
  type WorkerMessage,
  type WorkerRequest,
  type WorkerTask,
} from './decode-request.ts'
import { makeTiles } from './make-tiles.ts'
import { processorTime } from './worker-limits.ts'
import { dropStartPermissions } from './worker-permissions.ts'
import type { Watched } from './worker-watch.ts'

/** Interval of progress messages, in milliseconds. */
const TELL_EVERY_MS = 200

const [memoryLimit, nice] = process.argv.slice(2)

// Only the loaders of accepted types are allowed in this process: no SVG, no PDF, no loader that libvips marks as untrusted.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Tiff', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`),
})
// Every image is decoded once, so a cache would waste memory.
sharp.cache(false)
// One thread per image, with as many images as cores, needs half the memory of several threads and is faster.
sharp.concurrency(1)

// Signals to the process group (Ctrl+C, systemd) are for the server, which ends its workers when it stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// `exit` would wait for the decoder threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Requests have priority over images.
setPriority(Number(nice))
// Out of memory, the kernel kills a worker before the server, but not before a program that takes half of the machine.
await writeFile('/proc/self/oom_score_adj', '500').catch(() => {})

const timeEnd = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
const watched: Watched = { memoryLimit: Number(memoryLimit), parent: process.ppid, timeEnd }
new Worker(new URL('./worker-watch.ts', import.meta.url), { workerData: watched }).unref()
dropStartPermissions()

process.on('message', async ({ request, timeLimit }: WorkerTask) => {
  Atomics.store(timeEnd, 0, processorTime() + timeLimit)
  const result = await answer(request)
  Atomics.store(timeEnd, 0, 0)
  send({ ...result, memory: process.memoryUsage.rss() })
})

async function answer(request: WorkerRequest) {
  try {
    if (request.task === 'render page') {
      // PDFium is loaded with the first PDF, because most workers never need it.
      const { renderFirstPage } = await import('./render-first-page.ts')
      await renderFirstPage(request)
      return { type: 'rendered' as const }
    }
    if (request.task === 'write report') {
      // Most workers never need pdfkit and the fonts.
      const { writeReport }: { writeReport: ReportWriter } = await import(request.writer)
      await writeReport(
        JSON.parse(await readFile(request.description, 'utf8')),
        request.path,
        FILE_MODE,
        everySoOften(tell),
      )
      return { type: 'report written' as const }
    }
    if (request.task === 'read cloud') {
      const { readCloud } = await import('#server/infrastructure/clouds/cloud-tasks.ts')
      const cloud = await readCloud(request.path)
      return cloud ? { type: 'cloud read' as const, cloud } : { type: 'no cloud' as const }
    }
    if (request.task === 'make cloud') {
      const { makeCloud } = await import('#server/infrastructure/clouds/cloud-tasks.ts')
      await makeCloud({ ...request, mode: FILE_MODE }, everySoOften(tell))
      return { type: 'cloud made' as const }
    }
    if (request.task === 'read metadata') {
      return { type: 'metadata' as const, metadata: await readMetadata(request.path) }
    }
    if (request.task === 'make tiles') {
      await makeTiles(request)
      return { type: 'tiles made' as const }
    }
    const image = await decodeImage(request)
    return image ? { type: 'decoded' as const, image } : { type: 'no image' as const }
  } catch (error) {
    if (error instanceof ImageRefused) {
      const { code, reason } = error
      return { type: 'refused' as const, code, reason }
    }
    if (error instanceof CloudRefused) {
      const { code, values } = error
      return { type: 'refused' as const, code: 'unsupported_file' as const, reason: { code, values } }
    }
    // The server retries the work in another worker, alone.
    if (isOutOfMemory(error)) process.kill(process.pid, 'SIGKILL')
    const { message, code } = error as NodeJS.ErrnoException
    return { type: 'failed' as const, message, code }
  }
}

/** @returns a function that reports progress to the server, throttled */
function everySoOften(tell: (progress: number) => void): (progress: number) => void {
  let toldAt = 0
  return (progress) => {
    if (Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    tell(progress)
  }
}

function tell(done: number): void {
  send({ type: 'progress', done })
}

function send(message: WorkerMessage): void {
  process.send?.(message)
}
