import type { Pool } from 'pg'
import type { Logger } from 'pino'

/** How many connections PostgreSQL allows, and how many are wanted. */
interface Capacity {
  /** `max_connections` without those that are reserved, or the lower limit of the role or the database. */
  allowed: number
  /** The servers of Kanat that are connected, with this one. */
  servers: number
  /** The connections of other programs. */
  others: number
}

/**
 * Logs a warning if PostgreSQL allows fewer connections than the servers that are connected now may use.
 *
 * @param perServer the most connections of one server
 */
export async function warnOfFewConnections(pool: Pool, perServer: number, log: Logger): Promise<void> {
  const { allowed, servers, others } = await readCapacity(pool)
  const needed = servers * perServer + others
  if (needed <= allowed) return
  log.warn(
    { allowed, needed, servers, perServer, others },
    `PostgreSQL allows ${allowed} connections and ${needed} may be needed, so requests may have to wait: raise max_connections, or the limit of the role or the database`,
  )
}

/** A limit of -1 is none; reserved connections are for superusers and, since PostgreSQL 16, for a role of their own. */
async function readCapacity(pool: Pool): Promise<Capacity> {
  const { rows } = await pool.query<Capacity>(
    `select least(
       current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
         - coalesce(current_setting('reserved_connections', true)::integer, 0),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user and not rolsuper),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database())
     ) as allowed,
     count(distinct application_name) filter (where application_name like 'kanat %')::integer as servers,
     count(*) filter (where application_name not like 'kanat %')::integer as others
     from pg_stat_activity where backend_type = 'client backend'`,
  )
  return rows[0] as Capacity
}
