import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import * as z from 'zod'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { User } from '#domain/user.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { userKeys } from '#panel/api/user-keys.ts'
import type { SearchItem, SearchItems } from '#panel/frame/search-item.ts'

const Listed = z.object({ data: z.array(User) })

/** Users, for the search from anywhere; none if the viewer may not open their screen. */
export function useUserItems(offered: boolean): SearchItems {
  const { data, isError } = useQuery({
    queryKey: userKeys.list(),
    queryFn: async ({ signal }) => {
      const { data: users } = await readAnswer(api.users.$get({ query: {} }, { init: { signal } }), Listed)
      return users
    },
    enabled: offered,
  })
  const items = useMemo(() => data?.map(userItem), [data])
  return offered ? { items, failed: isError } : { items: [], failed: false }
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
