import type { DatabaseLocation } from './database.ts'

/** The place of the database for the operator: an address without password, or a data folder. */
export function databaseName({ dataDir, databaseUrl }: DatabaseLocation): string {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `postgres://${host}${pathname}`
}
