import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { Finding, type FindingChange, type FindingDraft, UnlinkedFinding } from '#domain/findings/finding.ts'
import { api, type CallInit } from '#panel/api/api-client.ts'
import { deleteRecord } from '#panel/api/delete-record.ts'
import { ifRevision } from '#panel/api/if-revision.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { turbineKeys } from '#panel/api/turbine-keys.ts'

const Listed = z.object({ data: z.array(Finding) })
const Saved = z.object({ data: Finding })
const Edited = Saved.extend({ unlinked: z.array(UnlinkedFinding) })

const { findings } = api.turbines[':id']

/** The findings of a turbine, by blade and from the root to the tip. */
export function findingsQuery(turbineId: number) {
  return queryOptions({
    queryKey: [...turbineKeys.one(turbineId), 'findings'],
    queryFn: async ({ signal }) => {
      const call = findings.$get({ param: { id: String(turbineId) }, query: {} }, { init: { signal } })
      const { data } = await readAnswer(call, Listed)
      return data
    },
  })
}

/** @param init the key and the signal of a finding that waits for a connection */
export async function addFinding(
  turbineId: number,
  draft: FindingDraft,
  init: CallInit = {},
): Promise<Finding> {
  const call = findings.$post({ param: { id: String(turbineId) }, json: draft }, { init })
  const { data } = await readAnswer(call, Saved)
  return data
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
