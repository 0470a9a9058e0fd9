import type { FindingPlacesQuery, PlacesTotal, TurbinePlaces } from '#domain/findings/finding-places.ts'
import { findingNumber } from '#domain/findings/finding-rules.ts'
import { FINDING_PLACES_SIZE } from '#domain/limits.ts'
import type { Caller } from '#domain/permissions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { rankedIds } from '#server/infrastructure/database/differing-sql.ts'
import { mapInTurns } from '#server/infrastructure/in-turns.ts'
import { listTodays } from './overdue-findings.ts'
import { turbinesByCode } from './page-by-turbine.ts'
import { type Findings, visibleFindings } from './visible-findings.ts'

interface PlacesPage {
  data: TurbinePlaces[]
  total: PlacesTotal
  next: number | null
}

/** Where the visible, matching findings are, by turbine code: whole turbines, until a page is full. */
export async function listFindingPlaces(
  db: Reader,
  caller: Caller,
  query: FindingPlacesQuery,
): Promise<PlacesPage> {
  const matching = visibleFindings(db, caller, query, await listTodays(db, query))
  const turbines = await turbinesByCode(matching)
  const total = {
    turbines: turbines.length,
    findings: turbines.reduce((sum, { findings }) => sum + findings, 0),
    longest_m: await findLongest(matching),
  }
  let end = query.offset
  for (let findings = 0; end < turbines.length; end += 1) {
    findings += turbines[end]?.findings ?? 0
    if (findings > FINDING_PLACES_SIZE && end > query.offset) break
  }
  const page = turbines.slice(query.offset, end).map(({ id }) => id)
  return { data: await readPlaces(db, matching, page), total, next: end < turbines.length ? end : null }
}

async function findLongest(matching: Findings): Promise<number> {
  const { blade, farthest } = await matching
    .select(({ fn }) => [
      fn.max('turbine.blade_length').as('blade'),
      fn.max(fn.coalesce('finding.to_m', 'finding.from_m')).as('farthest'),
    ])
    .executeTakeFirstOrThrow()
  return Math.max(Number(blade ?? 0), Number(farthest ?? 0))
}

async function readPlaces(db: Reader, matching: Findings, turbines: readonly number[]) {
  if (turbines.length === 0) return []
  const rows = await matching
    .innerJoin(rankedIds(db, turbines).as('on_page'), 'on_page.id', 'turbine.id')
    .select([
      'finding.id',
      'finding.turbine_id',
      'finding.blade',
      'finding.side',
      'finding.serial',
      'finding.kept_number',
      'finding.type',
      'finding.severity',
      'finding.status',
      'finding.year',
      'finding.from_m',
      'finding.to_m',
      'finding.positions_m',
      'turbine.turbine_name',
      'turbine.code as turbine_code',
      'turbine.blade_length',
    ])
    .orderBy('on_page.rank')
    .orderBy('finding.blade')
    .orderBy('finding.from_m', (place) => place.asc().nullsLast())
    .orderBy('finding.id')
    .execute()
  const places: TurbinePlaces[] = []
  await mapInTurns(rows, ({ turbine_id, turbine_name, turbine_code, blade_length, ...row }) => {
    let turbine = places.at(-1)
    if (turbine?.turbine_id !== turbine_id) {
      turbine = { turbine_id, turbine_name, turbine_code, blade_length, findings: [] }
      places.push(turbine)
    }
    const { side, serial, kept_number, ...place } = row
    turbine.findings.push({
      ...place,
      number: findingNumber({ blade: row.blade, side, serial, kept_number }),
      positions_m: JSON.parse(row.positions_m) as number[],
    })
  })
  return places
}
