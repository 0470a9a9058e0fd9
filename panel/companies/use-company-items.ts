import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod'
import { Company } from '#domain/company.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { api } from '#panel/api/api-client.ts'
import { companyKeys } from '#panel/api/company-keys.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import type { SearchItem, SearchItems } from '#panel/frame/search-item.ts'

const Listed = z.object({ data: z.array(Company) })

/** Companies, for the search from anywhere; none if the viewer may not open their screen. */
export function useCompanyItems(offered: boolean): SearchItems {
  const { data, isError } = useQuery({
    queryKey: companyKeys.list(),
    queryFn: async ({ signal }) => {
      const { data: companies } = await readAnswer(api.companies.$get({}, { init: { signal } }), Listed)
      return companies
    },
    enabled: offered,
  })
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
