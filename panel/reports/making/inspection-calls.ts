import * as z from 'zod'
import { Inspection, type InspectionFields } from '#domain/inspections/inspection.ts'
import { ReportJob } from '#domain/inspections/report-job.ts'
import type { Language } from '#domain/text/language.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Read = z.object({ data: Inspection })
const Ordered = z.object({ data: ReportJob })

const call = api.turbines[':id'].inspections[':year']

/** The inspection of a turbine in one year. */
export interface InspectionPlace {
  turbineId: number
  year: number
}

export async function readInspection(place: InspectionPlace): Promise<Inspection> {
  const { data } = await readAnswer(call.$get({ param: pathOf(place) }), Read)
  return data
}

/** @param revision the one at which the inspection was read @throws RequestError `stale_revision` */
export async function saveInspection(
  place: InspectionPlace,
  fields: InspectionFields,
  revision: number,
): Promise<void> {
  await readAnswer(call.$put({ param: pathOf(place), json: fields }, ifRevision(revision)), Read)
}

/**
 * Orders the report, which the server makes after its answer.
 *
 * @param attempt differs if the report would be another one. As long as it is the same, a call that is sent again after a lost answer gets
 *   the job of the first one.
 * @param version a published one; null for what the inspection says now
 */
export async function orderReport(
  place: InspectionPlace,
  language: Language,
  attempt: string,
  version: number | null = null,
): Promise<ReportJob> {
  const init: CallInit = { dependsOn: attempt }
  const ordered = call.report.$post(
    { param: pathOf(place), json: version === null ? { language } : { language, version } },
    { init },
  )
  const { data } = await readAnswer(ordered, Ordered)
  return data
}

function pathOf({ turbineId, year }: InspectionPlace) {
  return { id: String(turbineId), year: String(year) }
}
