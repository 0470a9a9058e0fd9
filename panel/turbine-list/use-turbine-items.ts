import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { turbineAddress } from '#domain/panel-addresses.ts'
import { capitalizePlace } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { turbinesQuery } from '#panel/data/turbines.ts'
import { queriedItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'
import { turbineTitle } from './turbine-title.ts'

/** Turbines as items of the panel search. */
export function useTurbineItems(): SearchItems {
  const query = useQuery(turbinesQuery)
  const { data } = query
  const items = useMemo(() => data?.map(turbineItem), [data])
  return queriedItems(query, items)
}

function turbineItem(turbine: Turbine): SearchItem {
  const { id, turbine_name, code, city, location, site_name, company_name } = turbine
  return {
    key: `turbine.${id}`,
    address: turbineAddress(id),
    title: (text) => turbineTitle(text, turbine),
    note: [code, capitalizePlace(city), company_name].join(' · '),
    searched: [turbine_name, code, city, location, site_name, company_name],
  }
}
