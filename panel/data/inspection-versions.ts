import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { PublishSheet } from '#domain/inspections/publish-sheet.ts'
import { InspectionChange, InspectionVersion, VersionPerson } from '#domain/inspections/version.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { type InspectionPlace, inspectionPath } from './inspections.ts'
import { inspectionKeys } from './keys.ts'

const Versions = z.object({ data: z.array(InspectionVersion) })
const Changes = z.object({ data: z.array(InspectionChange) })
const Sheet = z.object({ data: PublishSheet })
const People = z.object({ data: z.array(VersionPerson) })

const call = api.turbines[':id'].inspections[':year']

/** The published versions, the newest first. */
export function versionsQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'versions'],
    async queryFn({ signal }) {
      const answer = call.versions.$get({ param: inspectionPath(place) }, { init: { signal } })
      return (await readAnswer(answer, Versions)).data
    },
  })
}

/** What a version says otherwise than the one before it. */
export function versionChangesQuery(place: InspectionPlace, version: number) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'versions', version, 'changes'],
    async queryFn({ signal }) {
      const param = { ...inspectionPath(place), version: String(version) }
      const answer = call.versions[':version'].changes.$get({ param }, { init: { signal } })
      return (await readAnswer(answer, Changes)).data
    },
  })
}

/** What the newest version does not have yet. Only for the team. */
export function unpublishedChangesQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'changes'],
    // What is published must be what was shown, so it is asked again each time.
    staleTime: 0,
    async queryFn({ signal }) {
      const answer = call.changes.$get({ param: inspectionPath(place) }, { init: { signal } })
      return (await readAnswer(answer, Changes)).data
    },
  })
}

/** What the publication changes, and what it needs a reason for. Only for the team. */
export function publishSheetQuery(place: InspectionPlace) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'publish-sheet'],
    // What is published must be what was shown, so it is asked again each time.
    staleTime: 0,
    async queryFn({ signal }) {
      const answer = call['publish-sheet'].$get({ param: inspectionPath(place) }, { init: { signal } })
      return (await readAnswer(answer, Sheet)).data
    },
  })
}

/** The names behind the ids of people in a version. Only for the team. */
export function versionPeopleQuery(place: InspectionPlace, version: number) {
  return queryOptions({
    queryKey: [...inspectionKeys.one(place), 'versions', version, 'people'],
    async queryFn({ signal }) {
      const param = { ...inspectionPath(place), version: String(version) }
      const answer = call.versions[':version'].people.$get({ param }, { init: { signal } })
      return (await readAnswer(answer, People)).data
    },
  })
}

/** The sealed record of a version: the bytes whose SHA-256 the version has. */
export async function readSealedRecord(place: InspectionPlace, version: number): Promise<string> {
  const param = { ...inspectionPath(place), version: String(version) }
  return (await call.versions[':version'].$get({ param })).text()
}
