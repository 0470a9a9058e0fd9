import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Company } from '#domain/company.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { companiesQuery } from '#panel/data/companies.ts'
import { queriedItems, readyItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'

/** Companies as items of the panel search; none if the caller may not open the companies screen. */
export function useCompanyItems(offered: boolean): SearchItems {
  const query = useQuery({ ...companiesQuery, enabled: offered })
  const { data } = query
  const items = useMemo(() => data?.map(companyItem), [data])
  return offered ? queriedItems(query, items) : readyItems([])
}

function companyItem({ id, name, contact_email }: Company): SearchItem {
  return {
    key: `company.${id}`,
    address: `${PANEL_ADDRESSES.companies}?${new URLSearchParams({ q: name })}`,
    title: () => name,
    note: contact_email,
    searched: [name, contact_email],
  }
}
