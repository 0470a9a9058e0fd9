import type { TurbineImport } from '#domain/tables/turbine-import.ts'
import type { SignedInCaller } from '#server/core/access/signed-in-caller.ts'
import { writeAuditEntry } from '#server/core/audit/audit-log.ts'
import type { ApiContext } from '#server/core/env.ts'
import { insertTurbine, updateTurbine } from '#server/features/turbines/turbine-queries.ts'
import type { Writer } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import type { ChangedTurbine, PlannedTurbine } from './plan-turbines.ts'

/**
 * The lines whose turbines are changed: the chosen ones, or all that differ.
 *
 * @throws ApiError `stale_revision` if a turbine has changed since the choice, which prevents overwriting unseen values
 */
export function chooseChanges(
  planned: readonly PlannedTurbine[],
  chosen: TurbineImport['changes'],
): ChangedTurbine[] {
  const changed = planned.filter((each) => each.becomes === 'changed')
  if (chosen === undefined) return changed
  const byLine = new Map(changed.map((each) => [each.read.line, each]))
  return chosen.map(({ line, revision }) => {
    const each = byLine.get(line)
    if (each?.turbine.revision !== revision) throw new ApiError('stale_revision')
    return each
  })
}

/** Adds the new turbines of a file and changes the chosen ones, each with its audit entry. */
export async function writeTurbines(
  transaction: Writer,
  c: ApiContext,
  by: SignedInCaller,
  planned: readonly PlannedTurbine[],
  chosen: readonly ChangedTurbine[],
): Promise<void> {
  for (const each of planned) {
    if (each.becomes !== 'new') continue
    await yieldToEventLoop()
    const id = await insertTurbine(transaction, each.fields)
    await writeAuditEntry(transaction, c, {
      action: 'turbine.add',
      record: { id, name: each.fields.code },
      turbine: { id, ...each.fields },
      by,
    })
  }
  for (const { turbine, read, differing } of chosen) {
    await yieldToEventLoop()
    const { city, code, location, status } = turbine
    const change = Object.fromEntries(differing.map((name) => [name, read.fields[name]]))
    await updateTurbine(transaction, turbine.id, { city, code, location, status, ...change })
    await writeAuditEntry(transaction, c, {
      action: 'turbine.edit',
      record: { id: turbine.id, name: turbine.code },
      turbine,
      by,
      changed: differing,
    })
  }
}
