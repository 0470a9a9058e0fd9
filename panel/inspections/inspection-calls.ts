import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { FleetInspection, ViewedInspection } from '#domain/inspections/inspection.ts'
import { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import { FindingReview } from '#domain/inspections/review.ts'
import {
  INSPECTIONS_LIMIT_MAX,
  InspectionStepEntry,
  type TransitionDraft,
} from '#domain/inspections/state.ts'
import { InspectionChange, InspectionVersion, VersionPerson } from '#domain/inspections/version.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { inspectionKeys } from '#panel/api/turbine-keys.ts'

const One = z.object({ data: ViewedInspection })
const Listed = z.object({ data: z.array(FleetInspection) })
const Steps = z.object({ data: z.array(InspectionStepEntry) })
const Versions = z.object({ data: z.array(InspectionVersion) })
const Changes = z.object({ data: z.array(InspectionChange) })
const Sheet = z.object({ data: PublishSheet })
const People = z.object({ data: z.array(VersionPerson) })
const Reviews = z.object({ data: z.array(FindingReview) })

const call = api.turbines[':id'].inspections[':year']

/** The inspection of a turbine in one year. */
export interface InspectionPlace {
  turbineId: number
  year: number
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

/** The inspection, and what the viewer can do with it now. */
export function inspectionQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), 'viewed'],
    queryFn: async ({ signal }) =>
      (await readAnswer(call.$get({ param: pathOf(place) }, { init: { signal } }), One)).data,
  })
}

/** The changes of the state, the newest first. Only for the team. */
export function stepsQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), 'steps'],
    queryFn: async ({ signal }) =>
      (await readAnswer(call.steps.$get({ param: pathOf(place) }, { init: { signal } }), Steps)).data,
  })
}

/** What reviewers have decided. Only for the team. */
export function reviewsQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), 'reviews'],
    // Somebody else may be reviewing at the same time.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await readAnswer(call.reviews.$get({ param: pathOf(place) }, { init: { signal } }), Reviews)).data,
  })
}

/** The published versions, the newest first. */
export function versionsQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), 'versions'],
    queryFn: async ({ signal }) =>
      (await readAnswer(call.versions.$get({ param: pathOf(place) }, { init: { signal } }), Versions)).data,
  })
}

/** What a version says otherwise than the one before it. */
export function versionChangesQuery(place: InspectionPlace, version: number) {
  return queryOptions({
    queryKey: [...keyOf(place), 'versions', version, 'changes'],
    async queryFn({ signal }) {
      const param = { ...pathOf(place), version: String(version) }
      const answer = call.versions[':version'].changes.$get({ param }, { init: { signal } })
      return (await readAnswer(answer, Changes)).data
    },
  })
}

/** What the newest version does not have yet. Only for the team. */
export function unpublishedChangesQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), 'changes'],
    // What is published must be what was shown, so it is asked again each time.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await readAnswer(call.changes.$get({ param: pathOf(place) }, { init: { signal } }), Changes)).data,
  })
}

/** What the publication changes, and what it needs a reason for. Only for the team. */
export function publishSheetQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), 'publish-sheet'],
    // What is published must be what was shown, so it is asked again each time.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await readAnswer(call['publish-sheet'].$get({ param: pathOf(place) }, { init: { signal } }), Sheet))
        .data,
  })
}

/** The names behind the ids of people in a version. Only for the team. */
export function versionPeopleQuery(place: InspectionPlace, version: number) {
  return queryOptions({
    queryKey: [...keyOf(place), 'versions', version, 'people'],
    async queryFn({ signal }) {
      const param = { ...pathOf(place), version: String(version) }
      const answer = call.versions[':version'].people.$get({ param }, { init: { signal } })
      return (await readAnswer(answer, People)).data
    },
  })
}

/** @throws RequestError `stale_revision`, `transition_not_possible`, `reason_required` */
export async function moveInspection(
  place: InspectionPlace,
  draft: TransitionDraft,
): Promise<ViewedInspection> {
  return (await readAnswer(call.transitions.$post({ param: pathOf(place), json: draft }), One)).data
}

/** The sealed record of a version: the bytes whose SHA-256 the version has. */
export async function readSealedRecord(place: InspectionPlace, version: number): Promise<string> {
  const param = { ...pathOf(place), version: String(version) }
  return (await call.versions[':version'].$get({ param })).text()
}

function keyOf({ turbineId, year }: InspectionPlace) {
  return inspectionKeys.one(turbineId, year)
}

function pathOf({ turbineId, year }: InspectionPlace) {
  return { id: String(turbineId), year: String(year) }
}
