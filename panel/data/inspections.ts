import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import {
  FleetInspection,
  Inspection,
  type InspectionFields,
  ViewedInspection,
} from '#domain/inspections/inspection.ts'
import {
  INSPECTIONS_LIMIT_MAX,
  type InspectionState,
  InspectionStepEntry,
  type TransitionDraft,
  type WaitsForFilter,
} from '#domain/inspections/state.ts'
import { api } from '#panel/api/api-client.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { findingLists, inspectionKeys, turbineKeys } from './keys.ts'

/** How long answers about several inspections count as fresh, in milliseconds: others work on them, too. */
const INSPECTIONS_FRESH_MS = 60_000
/** How many inspections one call answers. */
const PAGE_SIZE = 60

const One = z.object({ data: ViewedInspection })
const Listed = z.object({ data: z.array(FleetInspection) })
const Page = Listed.extend({ next: z.string().nullable(), approximate_total: z.int() })
type Page = z.infer<typeof Page>
const Counted = Page.pick({ approximate_total: true })
const Read = z.object({ data: Inspection })
const Steps = z.object({ data: z.array(InspectionStepEntry) })

const call = api.turbines[':id'].inspections[':year']

/** The inspection of a turbine in one year. */
export interface InspectionPlace {
  turbineId: number
  year: number
}

/** A missing filter means all. */
export interface InspectionFilters {
  state: InspectionState | undefined
  waits: WaitsForFilter | undefined
  city: string | undefined
  /** The id of a company. */
  company: number | undefined
  year: number | undefined
}

/** The inspections of all years of a turbine; for customers and viewers those that are published. */
export function inspectionsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...inspectionKeys.ofTurbine(turbineId), 'list'],
    async queryFn({ signal }) {
      const query = { turbine_id: String(turbineId), limit: String(INSPECTIONS_LIMIT_MAX) }
      return (await readAnswer(api.inspections.$get({ query }, { init: { signal } }), Listed)).data
    },
  })
}

/** The inspections of all turbines that pass the filters, page after page. */
export function fleetInspectionsQuery({ state, waits, city, company, year }: InspectionFilters) {
  const filters = { state, waits_for: waits, city, company_id: company?.toString(), year: year?.toString() }
  // What waits for the longest time comes first.
  const isWaiting = state === undefined ? waits !== undefined && waits !== 'nobody' : state !== 'published'
  const order = isWaiting ? 'since' : undefined
  const query = Object.fromEntries(
    Object.entries({ ...filters, order }).filter(([, value]) => value !== undefined),
  )
  return infiniteQueryOptions({
    queryKey: [...inspectionKeys.lists(), 'list', query],
    staleTime: INSPECTIONS_FRESH_MS,
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: ({ next }: Page) => next,
    queryFn: ({ signal, pageParam }): Promise<Page> => {
      const page = { ...query, limit: String(PAGE_SIZE), ...(pageParam !== '' && { cursor: pageParam }) }
      return readAnswer(api.inspections.$get({ query: page as object }, { init: { signal } }), Page)
    },
  })
}

/** How many inspections wait for the caller, by the same rule as the mail about them. */
export const waitingInspectionsQuery = queryOptions({
  queryKey: [...inspectionKeys.lists(), 'waiting'],
  staleTime: INSPECTIONS_FRESH_MS,
  queryFn: async ({ signal }) => {
    const query = { waits_for: 'me', limit: '1' } as object
    const call = api.inspections.$get({ query }, { init: { signal } })
    return (await readAnswer(call, Counted)).approximate_total
  },
})

/** The inspection, and what the caller can do with it now. */
export function inspectionQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'viewed'],
    queryFn: async ({ signal }) =>
      (await readAnswer(call.$get({ param: inspectionPath(place) }, { init: { signal } }), One)).data,
  })
}

/** The changes of the state, the newest first. Only for the team. */
export function stepsQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'steps'],
    queryFn: async ({ signal }) =>
      (await readAnswer(call.steps.$get({ param: inspectionPath(place) }, { init: { signal } }), Steps)).data,
  })
}

/** The beginnings of the keys of the queries that show the state of an inspection, its decisions or its versions. */
export function listsAfterInspection(turbineId: number): QueryKey[] {
  return [turbineKeys.one(turbineId), turbineKeys.list(), inspectionKeys.lists(), findingLists]
}

/** @throws RequestError `stale_revision`, `transition_not_possible`, `reason_required` */
export async function moveInspection(
  place: InspectionPlace,
  draft: TransitionDraft,
): Promise<ViewedInspection> {
  return (await readAnswer(call.transitions.$post({ param: inspectionPath(place), json: draft }), One)).data
}

export async function readInspection(place: InspectionPlace): Promise<Inspection> {
  return (await readAnswer(call.$get({ param: inspectionPath(place) }), Read)).data
}

/** @param revision the one at which the inspection was read @throws RequestError `stale_revision` */
export async function saveInspection(
  place: InspectionPlace,
  fields: InspectionFields,
  revision: number,
): Promise<void> {
  await readAnswer(call.$put({ param: inspectionPath(place), json: fields }, ifRevision(revision)), Read)
}

/** The path parameters of the calls. */
export function inspectionPath({ turbineId, year }: InspectionPlace) {
  return { id: String(turbineId), year: String(year) }
}
