import { type OrderByItemBuilder, sql } from 'kysely'
import type { FleetFindingFilter } from '#domain/findings/finding.ts'
import type { FindingSummary } from '#domain/findings/finding-summary.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Viewer } from '#domain/permissions.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { dueOn, selectUnsolved, visibleFindings } from './visible-findings.ts'

/** How many turbines `worst` has. */
const WORST_TURBINES = 20

/** The databases have different orders for null; without an order, and for equal values, each has its own. */
const ungradedLast = (severity: OrderByItemBuilder) => severity.asc().nullsLast()

/** The numbers of the findings that the viewer may see and that match the filter. */
export async function summarizeFindings(
  db: Reader,
  viewer: Viewer,
  filter: FleetFindingFilter,
): Promise<FindingSummary> {
  const all = visibleFindings(db, viewer, filter)
  const waiting = selectUnsolved(all)
  const month = sql<string>`substr(${dueOn(db)}, 1, 7)`
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
  const due = await waiting
    .where(dueOn(db), 'is not', null)
    .select([month.as('month'), 'finding.severity', findings.as('findings')])
    .groupBy([month, 'finding.severity'])
    .orderBy(month)
    .orderBy('finding.severity', ungradedLast)
    .execute()
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
  const cities = await visibleFindings(db, viewer, others)
    .select(['turbine.city', findings.as('findings')])
    .groupBy('turbine.city')
    .orderBy('turbine.city')
    .execute()
  return { years, types, due, worst, cities }
}
