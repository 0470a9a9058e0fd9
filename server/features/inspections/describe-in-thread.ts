import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { ReportExtent } from '#domain/inspections/report-job.ts'
import type { Language } from '#domain/text/language.ts'
import type { ReportData, StoredSize } from '#server/features/inspections/description/report-data.ts'

const PROGRAM = join(import.meta.dirname, 'describe-report-thread.ts')

/** The input of a thread. */
export interface DescriptionTask {
  data: ReportData
  language: Language
  extent: ReportExtent
  /** The path of a new file for the description, a `ReportDocument` as JSON. */
  description: string
  /** The prefix of picture paths in the description. */
  pictures: string
}

/** A picture of the report, to be copied to `path`. */
export interface NeededPicture {
  photoId: number
  size: StoredSize
  path: string
}

/** Threads run one at a time, which leaves the other cores to requests. */
const limit = pLimit(1)

/**
 * Describes a report in a separate thread, because thousands of photos take seconds. The description goes to a file: receiving it would
 * block the server, too.
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
