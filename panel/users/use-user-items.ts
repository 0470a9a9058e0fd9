import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import type { User } from '#domain/user.ts'
import { usersQuery } from '#panel/data/users.ts'
import { queriedItems, readyItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'

/** Users as items of the panel search; none if the caller may not open the users screen. */
export function useUserItems(offered: boolean): SearchItems {
  const query = useQuery({ ...usersQuery, enabled: offered })
  const { data } = query
  const items = useMemo(() => data?.map(userItem), [data])
  return offered ? queriedItems(query, items) : readyItems([])
}

function userItem({ id, first_name, last_name, email, company_name }: User): SearchItem {
  const name = `${first_name} ${last_name}`
  return {
    key: `user.${id}`,
    address: `${PANEL_ADDRESSES.users}?${new URLSearchParams({ q: email })}`,
    title: () => name,
    note: `${email} · ${company_name}`,
    searched: [name, email, company_name],
  }
}
