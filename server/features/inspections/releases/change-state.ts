import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import { mayTakeStep, STEP_ACTIONS } from '#domain/inspections/possible-steps.ts'
import {
  findObstacle,
  type InspectionStep,
  missingReasons,
  type TransitionDraft,
  type TransitionFacts,
  unlookedReasonAfter,
} from '#domain/inspections/state.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { cancelJobsOfVersion } from '#server/features/file-jobs/file-job-queries.ts'
import { readViewedInspection } from '#server/features/inspections/read-inspection.ts'
import { orderVersionReports } from '#server/features/inspections/report-jobs/order-report.ts'
import { tellPublication } from '#server/features/notifications/write-notifications.ts'
import { getTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { asWork, findWork, NO_WORK, type WorkRow } from './inspection-work.ts'
import { publishFingerprint } from './publish-sheet.ts'
import { publishVersion, withdrawVersion } from './publish-version.ts'
import { readLastVersion } from './sign-version.ts'
import { readTransitionFacts } from './transition-facts.ts'

/**
 * Changes the state of an inspection, in the transaction of the request: of two at once, one wins.
 *
 * @throws ApiError `forbidden`; `stale_revision` with the current inspection; `transition_not_possible` with the obstacle;
 *   `reason_required`
 */
export async function changeState(
  transaction: Writer,
  c: ApiContext,
  caller: SignedInCaller,
  turbine: Turbine,
  year: number,
  { to, revision, fingerprint, reason }: TransitionDraft,
): Promise<ViewedInspection> {
  if (!mayTakeStep(caller, to, turbine.company_id)) throw new ApiError('forbidden')
  const readNow = () => readViewedInspection(transaction, caller, turbine, year)
  const row = await findWork(transaction, turbine.id, year)
  const { revision: current } = row ? asWork(caller, row) : NO_WORK
  const isOfOtherSheet = async () =>
    to === 'published' &&
    fingerprint !== undefined &&
    fingerprint !== (await publishFingerprint(transaction, turbine.id, year))
  if (current !== revision || (await isOfOtherSheet())) {
    throw new ApiError('stale_revision', { details: { data: await readNow(), authors: [] } })
  }
  const facts = row && (await readTransitionFacts(transaction, caller, turbine, row))
  const obstacle = facts ? findObstacle(to, facts) : 'state'
  if (!row || !facts || obstacle) {
    throw new ApiError('transition_not_possible', { details: { data: await readNow(), obstacle } })
  }
  const missing = missingReasons(to, facts)
  if (reason === '' && missing.length > 0) {
    throw new ApiError('reason_required', {
      issues: [{ path: 'reason', code: 'required' }],
      details: { missing },
    })
  }
  const unlooked_reason = unlookedReasonAfter(to, reason, facts)
  const { secretsDir } = c.var.services.config
  const number = await takeStep(transaction, secretsDir, caller, turbine, row, {
    to,
    reason,
    unlooked_reason,
    facts,
  })
  if (number.changed !== null) {
    if (to === 'published')
      await orderVersionReports(transaction, c, { caller, turbine }, year, number.changed)
    else await cancelJobsOfVersion(transaction, turbine.id, year, number.changed)
  }
  await transaction
    .insertInto('inspection_step')
    .values({
      turbine_id: turbine.id,
      year,
      step: to,
      at: new Date().toISOString(),
      user_id: caller.id,
      user_name: nameOf(caller),
      reason,
      version: number.changed,
    })
    .execute()
  await transaction
    .updateTable('inspection_work')
    .set({
      state: to === 'withdrawn' ? 'open' : to,
      since: new Date().toISOString(),
      changes: row.changes + 1,
      published_version: number.published,
      unlooked_reason,
    })
    .where('turbine_id', '=', turbine.id)
    .where('year', '=', year)
    .execute()
  await writeAuditEntry(transaction, c, {
    action: STEP_ACTIONS[to],
    record: { id: turbine.id, name: String(year) },
    turbine,
    by: caller,
  })
  if (to === 'published' && number.changed !== null) {
    const { state } = await getTurbine(transaction, caller, turbine.id)
    await tellPublication(transaction, turbine, { year, version: number.changed, by: caller.id }, state)
  }
  return readNow()
}

interface Step {
  to: InspectionStep
  reason: string
  unlooked_reason: string
  facts: TransitionFacts
}

/** @returns the published or withdrawn version, and the newest one that is not withdrawn afterwards */
async function takeStep(
  db: Writer,
  secretsDir: string,
  caller: SignedInCaller,
  turbine: Turbine,
  row: WorkRow,
  { to, reason, unlooked_reason, facts }: Step,
): Promise<{ changed: number | null; published: number | null }> {
  const { year, published_version } = row
  if (to === 'published') {
    const version = (await readLastVersion(db, turbine.id, year)) + 1
    await publishVersion(db, secretsDir, turbine, year, caller, {
      version,
      reason,
      unlooked_reason,
      undecided: facts.is_reviewed ? facts.undecided : null,
    })
    return { changed: version, published: version }
  }
  if (to === 'withdrawn' && published_version !== null) {
    const published = await withdrawVersion(db, secretsDir, turbine.id, year, published_version, {
      withdrawn_by: nameOf(caller),
      withdrawn_reason: reason,
    })
    return { changed: published_version, published }
  }
  return { changed: null, published: published_version }
}

function nameOf({ first_name, last_name }: SignedInCaller): string {
  return `${first_name} ${last_name}`
}
