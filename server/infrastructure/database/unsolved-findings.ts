import { type SqlBool, sql } from 'kysely'
import { UNSOLVED_STATUSES } from '#domain/findings/finding.ts'

const STATUSES = sql.join(UNSOLVED_STATUSES.map((status) => sql.lit(status)))

/** `isUnsolved` of `domain/findings/finding-rules.ts` in SQL, for statements about the table `finding`. The only definition in SQL. */
export const IS_UNSOLVED = sql<SqlBool>`(finding.status in (${STATUSES}) and not exists (
  select 1 from finding as continuing where continuing.earlier_id = finding.id))`
