import { type OrderByItemBuilder, sql } from 'kysely'
import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Caller } from '#domain/permissions.ts'
import { compareNames } from '#domain/text/name-order.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { listTodays } from './overdue-findings.ts'
import { dueOn, selectUnsolved, visibleFindings } from './visible-findings.ts'

/** Number of turbines in `worst`. */
const WORST_TURBINES = 20

/** The databases sort null differently, and equal or unordered values in any way. */
const ungradedLast = (severity: OrderByItemBuilder) => severity.asc().nullsLast()

/** The statistics of the visible, matching findings. */
export async function summarizeFindings(
  db: Reader,
  caller: Caller,
  filter: FleetFindingFilter,
): Promise<FindingSummary> {
  const todays = await listTodays(db, filter)
  const all = visibleFindings(db, caller, filter, todays)
  const waiting = selectUnsolved(all)
  const day = sql<string>`${dueOn(db)}`
  const worstSeverity = sql<Severity | null>`max(finding.severity)`
  const findings = sql<number>`count(*)`

  const years = await all
    .select(['finding.year', 'finding.severity', findings.as('findings')])
    .groupBy(['finding.year', 'finding.severity'])
    .orderBy('finding.year', 'desc')
    .orderBy('finding.severity', ungradedLast)
    .execute()
  const types = await all
    .select(['finding.type', 'finding.severity', findings.as('findings')])
    .groupBy(['finding.type', 'finding.severity'])
    .orderBy(findings, 'desc')
    .orderBy('finding.type')
    .orderBy('finding.severity', ungradedLast)
    .execute()
  const due_days = await waiting
    .where(dueOn(db), 'is not', null)
    .select([day.as('day'), 'company.time_zone', 'finding.severity', findings.as('findings')])
    .groupBy([day, 'company.time_zone', 'finding.severity'])
    .orderBy(day)
    .orderBy('finding.severity', ungradedLast)
    .orderBy('company.time_zone')
    .execute()
  const turbine_days = await waiting
    .where(dueOn(db), 'is not', null)
    .select(['turbine.id as turbine_id', 'company.time_zone', day.as('day'), findings.as('findings')])
    .groupBy(['turbine.id', 'company.time_zone', day])
    .orderBy(day)
    .orderBy('turbine.id')
    .execute()
  const { unsolved } = await waiting.select(findings.as('unsolved')).executeTakeFirstOrThrow()
  const worst = await waiting
    .select([
      'turbine.id as turbine_id',
      'turbine.turbine_name',
      'turbine.code as turbine_code',
      'company.time_zone',
      worstSeverity.as('severity'),
      findings.as('unsolved_findings'),
      sql<string | null>`min(${dueOn(db)})`.as('next_due_on'),
    ])
    .groupBy(['turbine.id', 'company.time_zone'])
    .orderBy(worstSeverity, (severity) => severity.desc().nullsLast())
    .orderBy(findings, 'desc')
    .orderBy('turbine.id')
    .limit(WORST_TURBINES)
    .execute()
  const { city: _, ...others } = filter
  const cities = await visibleFindings(db, caller, others, todays)
    .select(['turbine.city', findings.as('findings')])
    .groupBy('turbine.city')
    .execute()
  cities.sort((a, b) => compareNames(a.city, b.city))
  return { years, types, due: monthsOf(due_days), due_days, turbine_days, unsolved, worst, cities }
}

/** Sums the numbers of days by month. */
function monthsOf(days: FindingSummary['due_days']): FindingSummary['due'] {
  const months = new Map<string, FindingSummary['due'][number]>()
  for (const { day, severity, findings } of days) {
    const month = day.slice(0, 7)
    const key = `${month} ${severity ?? 9}`
    months.set(key, { month, severity, findings: findings + (months.get(key)?.findings ?? 0) })
  }
  return [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, counted]) => counted)
}
