import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Company } from '#domain/company.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { companiesQuery } from '#panel/api/companies-query.ts'
import type { SearchItem, SearchItems } from '#panel/frame/search-item.ts'

/** Companies as items of the panel search; none if the viewer may not open the companies screen. */
export function useCompanyItems(offered: boolean): SearchItems {
  const { data, isError } = useQuery({ ...companiesQuery, enabled: offered })
  const items = useMemo(() => data?.map(companyItem), [data])
  return offered ? { items, failed: isError } : { items: [], failed: false }
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
