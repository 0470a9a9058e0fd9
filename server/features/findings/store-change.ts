import type { Finding } from '#domain/findings/finding.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import type { CompletedChange } from './complete-finding.ts'
import { getFinding, linkFinding, updateFinding } from './finding-queries.ts'

/**
 * Stores a change of a finding with its audit entries, and removes links that no longer fit.
 *
 * @param changed the names of its fields
 */
export async function storeChange(
  transaction: Writer,
  c: ApiContext,
  { caller, turbine }: { caller: SignedInCaller; turbine: Turbine },
  finding: Finding,
  { fields, lost, changed }: CompletedChange & { changed: string[] },
): Promise<Finding> {
  if (lost.later) await linkFinding(transaction, lost.later.id, null)
  await updateFinding(transaction, finding, fields)
  const data = await getFinding(transaction, turbine.id, finding.id)
  const of = { action: 'finding.edit', turbine, by: caller } as const
  await writeAuditEntry(transaction, c, { ...of, record: { id: data.id, name: data.number }, changed })
  if (lost.later) await writeAuditEntry(transaction, c, { ...of, ...describeUnlinked(lost.later) })
  return data
}

/** The audit fields of a finding whose link has changed. */
export function describeUnlinked({ id, number }: Finding) {
  return { record: { id, name: number }, changed: ['earlier_id'] }
}
