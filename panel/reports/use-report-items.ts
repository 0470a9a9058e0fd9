import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { FleetReport, reportName } from '#domain/report.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { queriedItems, readyItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'
import { REPORT_YEAR } from './report-year.ts'

/** A shorter text is a part of most names. */
const TYPED_MIN = 3

const Found = z.object({ data: z.array(FleetReport) })

/** Reports as items of the panel search: those with the words of the text in their name, their turbine or their year. */
export function useReportItems(text: string): SearchItems {
  const isAsked = text.trim().length >= TYPED_MIN
  const query = useQuery({
    queryKey: ['reports', 'found', text],
    enabled: isAsked,
    queryFn: ({ signal }) =>
      readAnswer(api.reports.$get({ query: { q: text } as object }, { init: { signal } }), Found),
  })
  const { data } = query
  const items = useMemo(() => data?.data.map(reportItem), [data])
  return isAsked ? queriedItems(query, items) : readyItems([])
}

function reportItem(report: FleetReport): SearchItem {
  const { id, turbine_id, turbine_code, turbine_name, company_name, year, original_filename } = report
  const place = new URLSearchParams({ [REPORT_YEAR]: String(year), section: 'reports' })
  return {
    key: `report.${id}`,
    address: `${turbineAddress(turbine_id)}?${place}`,
    title: () => reportName(original_filename),
    note: [turbine_code, turbine_name, year, company_name].filter(Boolean).join(' · '),
    searched: [],
  }
}
