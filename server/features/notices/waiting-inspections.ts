import type { Caller } from '#domain/permissions.ts'
import {
  countReturned,
  type WaitingReason,
  waitingReason,
} from '#server/features/inspections/releases/waiting-reason.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'

/** An inspection that waits for a user. */
export interface WaitingInspection {
  turbine_id: number
  turbine_name: string
  year: number
  reason: WaitingReason
  /** The number of the user's returned findings; 0 for another reason. */
  findings: number
}

const ORDER: readonly WaitingReason[] = ['review', 'returned', 'open']

/** The inspections that wait for a user (`waitingReason`), by reason, newest year first. */
export async function listWaiting(db: Reader, caller: Caller): Promise<WaitingInspection[]> {
  const reason = waitingReason(caller)
  const rows = await db
    .selectFrom('inspection_work')
    .innerJoin('turbine', 'turbine.id', 'inspection_work.turbine_id')
    .where(reason, 'is not', null)
    .select([
      'inspection_work.turbine_id',
      'inspection_work.year',
      'turbine.turbine_name',
      'turbine.code',
      reason.as('reason'),
      countReturned(caller.id).as('returned'),
    ])
    .orderBy('inspection_work.year', 'desc')
    .orderBy('inspection_work.turbine_id')
    .execute()
  return ORDER.flatMap((each) =>
    rows.flatMap(({ turbine_id, year, turbine_name, code, reason, returned }) =>
      reason === each
        ? {
            turbine_id,
            year,
            turbine_name: turbine_name || code,
            reason,
            findings: reason === 'returned' ? Number(returned) : 0,
          }
        : [],
    ),
  )
}
