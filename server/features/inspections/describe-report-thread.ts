/** A thread that describes one report for `describeInThread`. An error ends it and reaches the server. */
import { writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { describeReport } from '#server/features/inspections/description/describe-report.ts'
import { indexData } from '#server/features/inspections/description/report-data.ts'
import type { DescriptionTask, NeededPicture } from './describe-in-thread.ts'

const { data, language, extent, description, pictures } = workerData as DescriptionTask

const needed = new Map<string, NeededPicture>()
const indexed = indexData(data, ({ id }, size) => {
  const path = `${pictures}-${id}-${size}`
  needed.set(path, { photoId: id, size, path })
  return path
})
const report = describeReport(indexed, language, extent)
await writeFile(description, JSON.stringify(report), { flag: 'wx', mode: 0o640 })
parentPort?.postMessage([...needed.values()])
