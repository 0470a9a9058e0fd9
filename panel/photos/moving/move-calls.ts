import * as z from 'zod'
import { Photo } from '#domain/photo.ts'
import { KeepingFinding, type PhotoMove, UnlinkedByMove } from '#domain/pictures/photo-move.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { RequestError } from '#panel/api/request-error.ts'

const Moved = z.object({ data: z.array(Photo), unlinked: z.array(UnlinkedByMove) })
export type Moved = z.infer<typeof Moved>

export async function movePhotos(turbineId: number, move: PhotoMove): Promise<Moved> {
  const param = { id: String(turbineId) }
  return readAnswer(api.turbines[':id'].photos.place.$put({ param, json: move }), Moved)
}

const Linked = z.object({ success: z.literal(true) })

/** The answers if one of both findings is gone, or was changed so that the link does not fit any more. */
const NOT_POSSIBLE = [400, 404, 409]

/** Lets a finding continue the earlier one again. @returns false if it cannot any more */
export async function linkAgain(turbineId: number, { id, earlier_id }: UnlinkedByMove): Promise<boolean> {
  const param = { id: String(turbineId), findingId: String(id) }
  try {
    await readAnswer(
      api.turbines[':id'].findings[':findingId'].$put({ param, json: { earlier_id } }, undefined),
      Linked,
    )
    return true
  } catch (error) {
    if (error instanceof RequestError && NOT_POSSIBLE.includes(error.status)) return false
    throw error
  }
}

const Refusal = z.object({
  findings: z.array(KeepingFinding),
  more_findings: z.number().optional(),
})

/** The published findings because of which nothing was moved; undefined for another error. */
export function keepingFindings(
  error: Error | null,
): { findings: KeepingFinding[]; more: number } | undefined {
  if (!(error instanceof RequestError) || error.code !== 'finding_published') return undefined
  const refusal = Refusal.safeParse(error.body).data
  return refusal && { findings: refusal.findings, more: refusal.more_findings ?? 0 }
}
