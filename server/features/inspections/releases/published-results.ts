import { sql } from 'kysely'
import { findingNumber, stateOfPublished } from '#domain/findings/finding-rules.ts'
import type { PublishedResult } from '#domain/inspections/inspection.ts'
import { dueOn } from '#server/features/findings/visible-findings.ts'
import type { Reader } from '#server/infrastructure/database/database.ts'
import { idList } from '#server/infrastructure/database/differing-sql.ts'
import { mediaUrl } from '#server/infrastructure/store/media-url.ts'
import { IS_UNSOLVED_BY_INSPECTION } from '#server/records/unsolved-findings.ts'

interface Published {
  turbine_id: number
  year: number
  published_version: number | null
  /** The row of that version. */
  shown_id: number | null
}

/** What the published ones of these inspections say first, by `year-turbine`. */
export async function findPublishedResults(
  db: Reader,
  inspections: readonly Published[],
): Promise<Map<string, PublishedResult>> {
  const published = inspections.filter(({ shown_id }) => shown_id !== null)
  if (published.length === 0) return new Map()
  const turbines = idList(db, [...new Set(published.map(({ turbine_id }) => turbine_id))])
  const years = [...new Set(published.map(({ year }) => year))]
  const ranked = db
    .selectFrom('inspection_work')
    .innerJoin('published_finding', (join) =>
      join
        .onRef('published_finding.turbine_id', '=', 'inspection_work.turbine_id')
        .onRef('published_finding.year', '<=', 'inspection_work.year'),
    )
    .innerJoin('turbine', 'turbine.id', 'inspection_work.turbine_id')
    .innerJoin('company', 'company.id', 'turbine.company_id')
    .select([
      'inspection_work.turbine_id',
      'inspection_work.year',
      'published_finding.id',
      'published_finding.blade',
      'published_finding.side',
      'published_finding.serial',
      'published_finding.kept_number',
      'published_finding.type',
      'published_finding.severity',
    ])
    .select(
      sql<number>`row_number() over (partition by inspection_work.turbine_id, inspection_work.year
        order by coalesce(published_finding.severity, 0) desc, coalesce(${dueOn(db, 'published_finding')}, '9'), published_finding.id)`.as(
        'rank',
      ),
    )
    .where('inspection_work.turbine_id', 'in', turbines)
    .where('inspection_work.year', 'in', years)
    .where('published_finding.is_current', '=', 1)
    .where(IS_UNSOLVED_BY_INSPECTION)
  const worst = await db.selectFrom(ranked.as('ranked')).selectAll().where('rank', '=', 1).execute()
  const reports = await db
    .selectFrom('report')
    .select(['id', 'turbine_id', 'year', 'key', 'language', 'inspection_version'])
    .where('turbine_id', 'in', turbines)
    .where('year', 'in', years)
    .where('is_draft', '=', 0)
    .orderBy('uploaded_at')
    .orderBy('id')
    .execute()
  const inspected = await findInspected(db, published)
  const worstOf = new Map(worst.map((row) => [keyOf(row), row]))
  const reportsOf = Map.groupBy(reports, keyOf)
  return new Map(
    published.map((inspection) => {
      const found = worstOf.get(keyOf(inspection))
      const year = inspected.has(inspection.shown_id ?? 0) ? inspection.year : null
      return [
        keyOf(inspection),
        {
          // The first by severity is not graded only if none is.
          state: stateOfPublished(year, found?.severity ?? null, found?.severity === null ? 1 : 0),
          worst: found
            ? { id: found.id, number: findingNumber(found), type: found.type, severity: found.severity }
            : null,
          reports: newestReports(reportsOf.get(keyOf(inspection)) ?? [], inspection.published_version),
        },
      ]
    }),
  )
}

function keyOf({ turbine_id, year }: { turbine_id: number; year: number }): string {
  return `${year}-${turbine_id}`
}

/** The versions with photos or findings: an empty one says nothing about the turbine. */
async function findInspected(db: Reader, published: readonly Published[]): Promise<Set<number>> {
  const versions = published.flatMap(({ shown_id }) => shown_id ?? [])
  const rows = await db
    .selectFrom('inspection_version')
    .select('id')
    .where('id', 'in', idList(db, versions))
    .where((is) =>
      is.or([
        is('photos', '>', 0),
        is.exists(
          is
            .selectFrom('published_finding')
            .select('published_finding.id')
            .whereRef('published_finding.version_id', '=', 'inspection_version.id'),
        ),
      ]),
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

interface ReportRow {
  id: number
  key: string
  language: PublishedResult['reports'][number]['language']
  inspection_version: number | null
}

/**
 * One report of the version in each language, else the last upload. Of a version the first one counts, because it was made with the
 * publication: a later one may be its first page alone.
 *
 * @param reports the oldest first
 */
function newestReports(reports: readonly ReportRow[], version: number | null): PublishedResult['reports'] {
  const made = reports.filter(({ inspection_version }) => inspection_version === version)
  const uploaded = reports.filter(({ inspection_version }) => inspection_version === null)
  const newest = new Map<ReportRow['language'], ReportRow>()
  for (const report of made.length > 0 ? made : uploaded.slice(-1))
    if (!newest.has(report.language)) newest.set(report.language, report)
  return [...newest.values()].map(({ id, language, key }) => ({ id, language, report_url: mediaUrl(key) }))
}
