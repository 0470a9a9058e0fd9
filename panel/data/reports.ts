import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { FleetReport, Report, type ReportChange } from '#domain/report.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { changeShownList } from './cached-lists.ts'
import { reportLists, turbineKeys } from './keys.ts'

const Listed = z.object({ data: z.array(Report) })
const Edited = z.object({ data: Report })
const Found = z.object({ data: z.array(FleetReport) })

/** Every report of a turbine, newest first. The years are counted from it. */
export function reportsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'reports'] as const,
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId) }
      const call = api.turbines[':id'].reports.$get({ param, query: {} }, { init: { signal } })
      return (await readAnswer(call, Listed)).data
    },
  })
}

/** The number of reports of a turbine. It shares the answer of `reportsQuery`. */
export function reportCountQuery(turbineId: number) {
  return queryOptions({ ...reportsQuery(turbineId), select: (reports: Report[]) => reports.length })
}

/** The reports with the words of the text in their name, their turbine or their year. */
export function foundReportsQuery(text: string) {
  return queryOptions({
    queryKey: [...reportLists, 'found', text],
    queryFn: async ({ signal }) => {
      const call = api.reports.$get({ query: { q: text } as object }, { init: { signal } })
      return (await readAnswer(call, Found)).data
    },
  })
}

/** The beginnings of the keys of the queries that show reports of a turbine. */
export function listsAfterReport(turbineId: number): QueryKey[] {
  return [reportsQuery(turbineId).queryKey, reportLists]
}

export async function deleteReport(turbineId: number, reportId: number): Promise<void> {
  const param = { id: String(turbineId), reportId: String(reportId) }
  await deleteRecord('report', reportId, () => api.turbines[':id'].reports[':reportId'].$delete({ param }))
}

export async function editReport(turbineId: number, reportId: number, change: ReportChange): Promise<Report> {
  const param = { id: String(turbineId), reportId: String(reportId) }
  const call = api.turbines[':id'].reports[':reportId'].$put({ param, json: change })
  return (await readAnswer(call, Edited)).data
}

export function replaceShownReport(queryClient: QueryClient, turbineId: number, report: Report) {
  changeShownReports(queryClient, turbineId, (shown) =>
    shown.map((each) => (each.id === report.id ? report : each)),
  )
}

export function addToShownReports(queryClient: QueryClient, turbineId: number, reports: Report[]) {
  changeShownReports(queryClient, turbineId, (shown) => [...reports.toReversed(), ...shown])
}

export function removeFromShownReports(queryClient: QueryClient, turbineId: number, id: number) {
  changeShownReports(queryClient, turbineId, (shown) => shown.filter((report) => report.id !== id))
}

function changeShownReports(
  queryClient: QueryClient,
  turbineId: number,
  change: (shown: Report[]) => Report[],
) {
  changeShownList(queryClient, reportsQuery(turbineId).queryKey, change)
}
