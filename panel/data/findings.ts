import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import * as z from 'zod'
import {
  Finding,
  type FindingChange,
  type FindingDraft,
  type FleetFindingFilter,
  type FleetFindingQuery,
  ListedFinding,
  UnlinkedFinding,
} from '#domain/findings/finding.ts'
import { PlacesTotal, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { errorText } from '#panel/api/error-text.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useText } from '#panel/words/use-text.ts'
import { changeShownList } from './cached-lists.ts'
import { findingLists, inspectionKeys, turbineKeys } from './keys.ts'

const Listed = z.object({ data: z.array(Finding) })
const Saved = z.object({ data: Finding })
const Edited = Saved.extend({ unlinked: z.array(UnlinkedFinding) })
const Page = z.object({ data: z.array(ListedFinding), total: z.int() })
const Places = z.object({ data: z.array(TurbinePlaces), total: PlacesTotal, next: z.int().nullable() })
type PlacesPage = z.infer<typeof Places>

const { findings } = api.turbines[':id']

/** Filters of the findings of all turbines, as the texts of an address. */
export type FleetFindingFilters = Partial<Record<keyof FleetFindingFilter, string>>

/** The findings of a turbine, by blade and from the root to the tip. */
export function findingsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'findings'],
    queryFn: async ({ signal }) => {
      const call = findings.$get({ param: { id: String(turbineId) }, query: {} }, { init: { signal } })
      return (await readAnswer(call, Listed)).data
    },
  })
}

/** A page of the findings of all turbines. Until the next page comes, the former one is shown. */
export function fleetFindingsQuery(
  filters: FleetFindingFilters,
  order: FleetFindingQuery['order'],
  page: number,
) {
  const query = { ...filters, order, page: String(page) }
  return queryOptions({
    queryKey: [...findingLists, 'list', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      readAnswer(api.findings.$get({ query: query as object }, { init: { signal } }), Page),
  })
}

/** Where the findings are on the blades of all turbines, page after page. */
export function findingPlacesQuery(filters: FleetFindingFilters) {
  return infiniteQueryOptions({
    queryKey: [...findingLists, 'places', filters],
    placeholderData: keepPreviousData,
    initialPageParam: 0,
    getNextPageParam: ({ next }: PlacesPage) => next,
    queryFn: ({ signal, pageParam }): Promise<PlacesPage> => {
      const query = { ...filters, offset: String(pageParam) }
      return readAnswer(api.findings.places.$get({ query: query as object }, { init: { signal } }), Places)
    },
  })
}

/** The beginnings of the keys of the queries that show findings of a turbine, or count them. */
export function listsAfterFinding(turbineId: number): QueryKey[] {
  return [turbineKeys.one(turbineId), turbineKeys.list(), inspectionKeys.lists(), findingLists]
}

/** @param init the key and the signal of a finding that waits for a connection */
export async function addFinding(
  turbineId: number,
  draft: FindingDraft,
  init: CallInit = {},
): Promise<Finding> {
  const call = findings.$post({ param: { id: String(turbineId) }, json: draft }, { init })
  return (await readAnswer(call, Saved)).data
}

export interface EditedFinding {
  finding: Finding
  /** The findings with which it is no longer linked, because its blade or year has changed. */
  unlinked: UnlinkedFinding[]
}

/** @param revision the one at which the finding was read; undefined to change what is there now @throws RequestError `stale_revision` */
export async function editFinding(
  turbineId: number,
  id: number,
  change: FindingChange,
  revision?: number,
  init: CallInit = {},
): Promise<EditedFinding> {
  const call = findings[':findingId'].$put(
    { param: pathOf(turbineId, id), json: change },
    { init, ...(revision !== undefined && ifRevision(revision)) },
  )
  const { data, unlinked } = await readAnswer(call, Edited)
  return { finding: data, unlinked }
}

export async function deleteFinding(turbineId: number, id: number): Promise<void> {
  await deleteRecord('finding', id, () => findings[':findingId'].$delete({ param: pathOf(turbineId, id) }))
}

function pathOf(turbineId: number, id: number) {
  return { id: String(turbineId), findingId: String(id) }
}

export function useDeleteFinding(
  turbineId: number,
  { onDeleted, onSettled }: { onDeleted: () => void; onSettled: () => void },
) {
  const text = useText()
  const queryClient = useQueryClient()
  return useApiMutation({
    name: ({ id }) => ['finding.delete', id],
    call: ({ id }: Finding) => deleteFinding(turbineId, id),
    invalidates: () => listsAfterFinding(turbineId),
    onSuccess: (_, deleted) => {
      changeShownFindings(queryClient, turbineId, (shown) => shown.filter(({ id }) => id !== deleted.id))
      onDeleted()
    },
    failureToast: (error) => ({ title: text('findings.delete.failed'), message: errorText(text, error) }),
    onSettled,
  })
}

export function changeShownFindings(
  queryClient: QueryClient,
  turbineId: number,
  change: (shown: Finding[]) => Finding[],
) {
  changeShownList(queryClient, findingsQuery(turbineId).queryKey, change)
}
