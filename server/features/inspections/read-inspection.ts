import type {
  Inspection,
  InspectionForm,
  InspectionWork,
  ViewedInspection,
} from '#domain/inspections/inspection.ts'
import { possibleSteps } from '#domain/inspections/possible-steps.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { ApiError } from '#server/infrastructure/errors.ts'
import { seesOnlyPublished } from '#server/records/published-rows.ts'
import { findInspection } from './inspection-queries.ts'
import { findWork, shownFields, type WorkRow, withWork } from './releases/inspection-work.ts'
import { readTransitionFacts } from './releases/transition-facts.ts'
import { suggestInspection } from './suggest-inspection.ts'

/**
 * The inspection of a year for the caller: the saved form, else that from its photos; for readers of published data, its newest version.
 *
 * @throws ApiError `inspection_not_found` if the caller sees published data only, and there is none
 */
export async function readInspection(
  db: Reader,
  caller: Pick<Caller, 'role'>,
  turbine: Turbine,
  year: number,
): Promise<Inspection> {
  return asInspection(db, caller, turbine, year, await findWork(db, turbine.id, year))
}

/** The same with the caller's possible steps. @throws ApiError `inspection_not_found` */
export async function readViewedInspection(
  db: Reader,
  caller: Caller,
  turbine: Turbine,
  year: number,
): Promise<ViewedInspection> {
  const row = await findWork(db, turbine.id, year)
  const inspection = await asInspection(db, caller, turbine, year, row)
  return { ...inspection, ...(await readPossible(db, caller, turbine, row)) }
}

/** An inspection with a loaded form, and the caller's possible steps. @param row of `findWork` */
export async function asViewed(
  db: Reader,
  caller: Caller,
  turbine: Turbine,
  form: InspectionForm,
  row: WorkRow | undefined,
): Promise<ViewedInspection> {
  return { ...withWork(caller, form, row), ...(await readPossible(db, caller, turbine, row)) }
}

async function readPossible(
  db: Reader,
  caller: Caller,
  turbine: Turbine,
  row: WorkRow | undefined,
): Promise<Omit<ViewedInspection, keyof InspectionForm | keyof InspectionWork>> {
  const facts =
    row && !seesOnlyPublished(caller.role) ? await readTransitionFacts(db, caller, turbine, row) : undefined
  return {
    returned: facts?.returned ?? 0,
    undecided: facts?.undecided ?? 0,
    is_reviewed: facts?.is_reviewed ?? false,
    possible: possibleSteps(caller, turbine.company_id, facts),
  }
}

async function asInspection(
  db: Reader,
  caller: Pick<Caller, 'role'>,
  turbine: Turbine,
  year: number,
  row: WorkRow | undefined,
): Promise<Inspection> {
  if (!seesOnlyPublished(caller.role)) return withWork(caller, await readForm(db, turbine.id, year), row)
  if (!row || row.published_version === null) throw new ApiError('inspection_not_found')
  const { shown_id: id, published_at } = row
  // An older version without a saved form: its photos imply the same as at the publication.
  const shown =
    row.shown_fields === null && id !== null && published_at !== null
      ? await suggestInspection(db, turbine.id, year, { id, published_at })
      : shownFields(row)
  const form = { ...shown, turbine_id: turbine.id, year, updated_at: published_at, revision: 0 }
  return withWork(caller, form, row)
}

/** The form of an inspection for the team: saved, else from its photos. */
export async function readForm(db: Reader, turbineId: number, year: number): Promise<InspectionForm> {
  return (await findInspection(db, turbineId, year)) ?? suggestInspection(db, turbineId, year)
}
