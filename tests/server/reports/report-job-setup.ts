/** An app whose reports can be held while they are drawn, with a signed-in operator and a new turbine before each test. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import type { Report } from '#domain/report.ts'
import { type Client, signInAs } from '../../support/accounts.ts'
import { makeCompany, makeTurbine, readData } from '../../support/builders.ts'
import { sendReport } from '../../support/inspection-setup.ts'
import { TestApp } from '../../support/test-app.ts'

export let testApp: TestApp
export let company: number
export let operator: Client
export let turbine: number
/** How many reports are being drawn. */
export let drawing = 0
/** Until it resolves, reports are drawn no further. */
let gate: PromiseWithResolvers<void> | undefined
/** How many findings are drawn while `gate` holds a report. */
let drawnFirst = 0

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpReportJobs(): void {
  beforeAll(async () => {
    testApp = await TestApp.open()
    holdDrawing(testApp.services.images)
  })
  afterAll(() => testApp[Symbol.asyncDispose]())
  beforeEach(async () => {
    company = await makeCompany(testApp)
    operator = await signInAs(testApp, 'operator', company)
    turbine = await makeTurbine(testApp, { company_id: company })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    release()
    await expect.poll(countUnfinished).toBe(0)
    await expect.poll(() => drawing).toBe(0)
  })
}

function holdDrawing(images: TestApp['services']['images']): void {
  const { writeReport } = images
  images.writeReport = async (...call) => {
    drawing += 1
    try {
      const [, , { signal }, onDrawn] = call
      onDrawn?.(drawnFirst)
      await Promise.race([gate?.promise, aborted(signal)])
      return await writeReport.apply(images, call)
    } finally {
      drawing -= 1
    }
  }
}

function aborted(signal?: AbortSignal): Promise<void> | undefined {
  if (!signal) return undefined
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

async function countUnfinished(): Promise<number> {
  const { read } = testApp.services.db
  const rows = await read.selectFrom('file_job').select('state').execute()
  return rows.filter(isUnfinished).length
}

/** From now on, reports wait when they are being drawn. */
export function hold(): void {
  gate = Promise.withResolvers()
}

/** Lets the held reports and all later ones go on. */
export function release(): void {
  gate?.resolve()
  gate = undefined
}

export const jobAddress = ({ id }: { id: number }, of = turbine) => `/api/turbines/${of}/report-jobs/${id}`

export const order = async (language = 'tr', of = turbine, year = 2026) =>
  readData<ReportJob>(await sendReport(operator, of, language, year))

export const readJob = async (job: ReportJob, of = turbine) =>
  readData<ReportJob>(await operator.get(jobAddress(job, of)))

export const listReports = async (of = turbine) =>
  readData<Report[]>(await operator.get(`/api/turbines/${of}/reports`))

export const cancel = async (job: ReportJob) => readData<ReportJob>(await operator.delete(jobAddress(job)))

/** Orders a report, and waits until it is being drawn and goes no further. @param drawn how many findings are drawn then */
export async function orderAndHold(drawn = 0): Promise<ReportJob> {
  drawnFirst = drawn
  hold()
  const job = await order()
  await expect.poll(() => drawing).toBe(1)
  return job
}
