import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { type FleetReport, reportName } from '#domain/report.ts'
import { foundReportsQuery } from '#panel/data/reports.ts'
import { queriedItems, readyItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'
import { REPORT_YEAR } from './report-year.ts'

/** A shorter text is a part of most names. */
const TYPED_MIN = 3

/** Reports as items of the panel search: those with the words of the text in their name, their turbine or their year. */
export function useReportItems(text: string): SearchItems {
  const isAsked = text.trim().length >= TYPED_MIN
  const query = useQuery({ ...foundReportsQuery(text), enabled: isAsked })
  const { data } = query
  const items = useMemo(() => data?.map(reportItem), [data])
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
