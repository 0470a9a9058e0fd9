import type { FindingImport } from '#domain/findings/finding-import.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { changedFields } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { completeChange } from '#server/features/findings/complete-finding.ts'
import { findFinding } from '#server/features/findings/finding-queries.ts'
import { storeChange } from '#server/features/findings/store-change.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { changeIn } from './compare-line.ts'
import type { ChangedLine, PlannedLine } from './planned-line.ts'

/**
 * Changes the findings of the chosen lines.
 *
 * @returns the changed lines
 * @throws ApiError `forbidden`; `stale_revision` if a finding has changed since the choice, which prevents overwriting unseen values
 */
export async function changeLines(
  transaction: Writer,
  c: ApiContext,
  of: { caller: SignedInCaller; turbine: Turbine },
  lines: readonly PlannedLine[],
  chosen: FindingImport['changes'],
): Promise<ChangedLine[]> {
  if (chosen.length === 0) return []
  if (!may(of.caller, 'finding.edit', of.turbine.company_id)) throw new ApiError('forbidden')
  const changed: ChangedLine[] = []
  const byLine = new Map(
    lines.flatMap((each) => (each.becomes === 'changed' ? [[each.read.line, each]] : [])),
  )
  for (const { line, revision } of chosen) {
    await yieldToEventLoop()
    const planned = byLine.get(line)
    // An earlier line may have removed a link of this one.
    const finding = planned && (await findFinding(transaction, of.turbine.id, planned.finding.id))
    if (!planned || !finding || planned.finding.revision !== revision) throw new ApiError('stale_revision')
    const change = changeIn(planned.differing, planned.read.fields)
    const completed = await completeChange(transaction, of.turbine, finding, change)
    const names = changedFields(finding, completed.fields)
    await storeChange(transaction, c, of, finding, { ...completed, changed: names })
    changed.push(planned)
  }
  return changed
}
