import { FINDINGS_PAGE_SIZE } from '#domain/limits.ts'
import { compareNames } from '#domain/text/name-order.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { rankedIds } from '#server/infrastructure/database/differing-sql.ts'
import { yieldToEventLoop } from '#server/infrastructure/in-turns.ts'
import { type Findings, selectFleetFinding } from './visible-findings.ts'

interface CountedTurbine {
  id: number
  code: string
  findings: number
}

/**
 * A page of the findings, ordered by turbine code as `compareNames` sorts names, and the number of all matches. A database sorts by code
 * points, so only the turbines are sorted here; SQL cuts the page from their findings.
 *
 * @param page counted from 1
 */
export async function readPageByTurbine(db: Reader, matching: Findings, page: number) {
  const turbines = await turbinesByCode(matching)
  const total = turbines.reduce((sum, { findings }) => sum + findings, 0)
  const { ids, before } = turbinesOfPage(turbines, (page - 1) * FINDINGS_PAGE_SIZE)
  if (ids.length === 0) return { rows: [], total }
  const rows = await selectFleetFinding(db, matching)
    .innerJoin(rankedIds(db, ids).as('on_page'), 'on_page.id', 'turbine.id')
    .orderBy('on_page.rank')
    .orderBy('finding.blade')
    .orderBy('finding.severity', (severity) => severity.desc().nullsLast())
    .orderBy('finding.id', 'desc')
    .limit(FINDINGS_PAGE_SIZE)
    .offset(before)
    .execute()
  return { rows, total }
}

/** The turbines with these findings, by code. */
export async function turbinesByCode(matching: Findings): Promise<CountedTurbine[]> {
  const turbines: CountedTurbine[] = await matching
    .select(({ fn }) => ['turbine.id', 'turbine.code', fn.countAll<number>().as('findings')])
    .groupBy(['turbine.id', 'turbine.code'])
    .execute()
  await yieldToEventLoop()
  turbines.sort((a, b) => compareNames(a.code, b.code) || a.id - b.id)
  await yieldToEventLoop()
  return turbines
}

/** The turbines on the page that begins after `offset` findings, and the number of findings of the first one before it. */
function turbinesOfPage(turbines: readonly CountedTurbine[], offset: number) {
  const ids: number[] = []
  let begin = 0
  let before = 0
  for (const { id, findings } of turbines) {
    if (begin >= offset + FINDINGS_PAGE_SIZE) break
    if (begin + findings > offset) {
      if (ids.length === 0) before = offset - begin
      ids.push(id)
    }
    begin += findings
  }
  return { ids, before }
}
