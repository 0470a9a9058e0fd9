import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { inspectionKeys, turbineKeys } from './turbine-keys.ts'

/** Every answer: its records contain names of companies and users, and the user may be the viewer. */
const EVERYTHING: QueryKey = []
const FINDINGS_OF_ALL: QueryKey = ['findings']
const REPORTS_OF_ALL: QueryKey = ['reports']

/**
 * For each kind of record, the beginnings of the keys of all queries that show something of it. Every change uses this table, so that a
 * list is old after all of them or after none.
 */
const OLD_AFTER = {
  turbine: (id) => [
    turbineKeys.one(id),
    turbineKeys.list(),
    inspectionKeys.lists(),
    FINDINGS_OF_ALL,
    REPORTS_OF_ALL,
    ['companies'],
  ],
  photo: (id) => [turbineKeys.one(id), turbineKeys.list(), inspectionKeys.lists(), FINDINGS_OF_ALL],
  finding: (id) => [turbineKeys.one(id), turbineKeys.list(), inspectionKeys.lists(), FINDINGS_OF_ALL],
  /** Its state, its decisions and its versions. */
  inspection: (id) => [turbineKeys.one(id), turbineKeys.list(), inspectionKeys.lists(), FINDINGS_OF_ALL],
  report: (id) => [[...turbineKeys.one(id), 'reports'], REPORTS_OF_ALL],
  comment: (id) => [[...turbineKeys.one(id), 'comments']],
  company: () => [EVERYTHING],
  user: () => [EVERYTHING],
} satisfies Record<string, (turbineId: number) => QueryKey[]>

export type ChangedRecord = keyof typeof OLD_AFTER

/** The beginnings of the keys to invalidate after a change of such a record of a turbine. @param turbineId left out for those that belong to no turbine */
export function listsAfter(record: 'company' | 'user'): QueryKey[]
export function listsAfter(record: Exclude<ChangedRecord, 'company' | 'user'>, turbineId: number): QueryKey[]
export function listsAfter(record: ChangedRecord, turbineId = 0): QueryKey[] {
  return OLD_AFTER[record](turbineId)
}

/** Invalidates them, for a change that no mutation of a screen makes. */
export function refreshAfter(
  queryClient: QueryClient,
  record: Exclude<ChangedRecord, 'company' | 'user'>,
  turbineId: number,
): void {
  for (const queryKey of listsAfter(record, turbineId)) void queryClient.invalidateQueries({ queryKey })
}
