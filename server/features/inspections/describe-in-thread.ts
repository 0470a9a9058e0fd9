import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Language } from '#domain/text/language.ts'
import type { ReportData, StoredSize } from '#server/features/inspections/description/report-data.ts'

const PROGRAM = join(import.meta.dirname, 'describe-report-thread.ts')

/** What a thread gets. */
export interface DescriptionTask {
  data: ReportData
  language: Language
  /** The path of a new file for the description, a `ReportDocument` as JSON. */
  description: string
  /** The beginning of the paths that the description has for pictures. */
  pictures: string
}

/** A picture of the report, which must be copied to `path`. */
export interface NeededPicture {
  photoId: number
  size: StoredSize
  path: string
}

/** Threads run one at a time, so that they leave the other cores to requests. */
const limit = pLimit(1)

/**
 * Describes a report in a thread of its own, because thousands of photos take seconds. The description goes to a file: reading it would
 * take the time of the server, too.
 *
 * @returns the pictures, each once
 * @throws the error of the file system if the description cannot be written
 */
export function describeInThread(task: DescriptionTask): Promise<NeededPicture[]> {
  return limit(async () => {
    const thread = new Worker(PROGRAM, { workerData: task })
    try {
      const [pictures] = (await once(thread, 'message')) as [NeededPicture[]]
      return pictures
    } finally {
      thread.on('error', () => {})
      await thread.terminate()
    }
  })
}
