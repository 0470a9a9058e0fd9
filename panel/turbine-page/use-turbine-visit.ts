import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { turbinesQuery, visitTurbine } from '#panel/data/turbines.ts'

/** Tells the server that the caller has opened the turbine: nothing of it is then new to them. */
export function useTurbineVisit(id: number) {
  const queryClient = useQueryClient()
  useEffect(() => {
    visitTurbine(id).then(
      () => showVisited(queryClient, id),
      // A failure is not shown, because the user did not ask for this. The list then still shows the photos as new.
      () => undefined,
    )
  }, [queryClient, id])
}

function showVisited(queryClient: QueryClient, id: number) {
  queryClient.setQueryData(turbinesQuery.queryKey, (shown) =>
    shown?.map((turbine) =>
      turbine.id === id ? { ...turbine, new_photo_count: 0, new_publication_year: null } : turbine,
    ),
  )
}
