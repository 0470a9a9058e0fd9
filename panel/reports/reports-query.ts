import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Report, type ReportChange } from '#domain/report.ts'
import { api } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { refreshAfter } from '#panel/api/old-lists.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Listed = z.object({ data: z.array(Report) })

/** Every report of a turbine, newest first. The years are counted from it. */
export function reportsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'reports'] as const,
    queryFn: async ({ signal }) => {
      const param = { id: String(turbineId) }
      const call = api.turbines[':id'].reports.$get({ param, query: {} }, { init: { signal } })
      const { data } = await readAnswer(call, Listed)
      return data
    },
  })
}

/** The number of reports of a turbine. It shares the answer of `reportsQuery`. */
export function reportCountQuery(turbineId: number) {
  return queryOptions({ ...reportsQuery(turbineId), select: (reports: Report[]) => reports.length })
}

export async function deleteReport(turbineId: number, reportId: number): Promise<void> {
  const param = { id: String(turbineId), reportId: String(reportId) }
  await deleteRecord('report', reportId, () => api.turbines[':id'].reports[':reportId'].$delete({ param }))
}

const Edited = z.object({ data: Report })

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
  const { queryKey } = reportsQuery(turbineId)
  // A running request may have read the list before the change; its answer would undo the change on the screen.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, (shown) => shown && change(shown))
}

/** Loads the list again, for changes that the server may have made although its answer was lost. */
export function refreshReports(queryClient: QueryClient, turbineId: number) {
  refreshAfter(queryClient, 'report', turbineId)
}
