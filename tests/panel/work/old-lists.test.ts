/** What a change makes old is the same for every list that shows the record, whoever has changed it. */
import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { type ChangedRecord, listsAfter } from '#panel/api/old-lists.ts'
import { companiesQuery } from '#panel/api/queries/companies-query.ts'
import { findingSummaryQuery } from '#panel/api/queries/finding-summary-query.ts'
import { turbinesQuery } from '#panel/api/queries/turbines-query.ts'
import { usersQuery } from '#panel/api/queries/users-query.ts'
import { waitingInspectionsQuery } from '#panel/api/queries/waiting-inspections-query.ts'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { inspectionKeys, turbineKeys } from '#panel/api/turbine-keys.ts'
import { commentsQuery } from '#panel/comments/comment-calls.ts'
import { findingsQuery } from '#panel/findings/finding-calls.ts'
import { photosQuery } from '#panel/photos/photos-query.ts'
import { reportsQuery } from '#panel/reports/reports-query.ts'

const TURBINE = 4

/** The lists of the panel, with the records of which they show something. */
const LISTS: Record<string, [key: QueryKey, shows: ChangedRecord[]]> = {
  'the turbines': [turbinesQuery.queryKey, ['turbine', 'photo', 'finding', 'inspection', 'company', 'user']],
  'the turbine': [turbineKeys.one(TURBINE), ['turbine', 'photo', 'finding', 'inspection', 'company', 'user']],
  'its photos': [photosQuery(TURBINE).queryKey, ['turbine', 'photo', 'finding', 'user']],
  'its findings': [findingsQuery(TURBINE).queryKey, ['turbine', 'photo', 'finding', 'inspection', 'user']],
  'its comments': [commentsQuery(TURBINE).queryKey, ['turbine', 'finding', 'comment', 'user']],
  'its reports': [reportsQuery(TURBINE).queryKey, ['turbine', 'inspection', 'report', 'user']],
  'its inspections': [
    inspectionKeys.ofTurbine(TURBINE),
    ['turbine', 'photo', 'finding', 'inspection', 'user'],
  ],
  'the findings of all turbines': [
    ['findings', 'list', {}],
    ['turbine', 'photo', 'finding', 'inspection', 'company', 'user'],
  ],
  'the charts of findings': [
    findingSummaryQuery({}).queryKey,
    ['turbine', 'finding', 'inspection', 'company'],
  ],
  'the findings that a search has found': [
    ['findings', 'found', 'b-le'],
    ['turbine', 'finding', 'inspection'],
  ],
  'the reports that a search has found': [
    ['reports', 'found', 'a'],
    ['turbine', 'report', 'user'],
  ],
  'the board of inspections': [
    [...inspectionKeys.lists(), 'list', {}],
    ['turbine', 'photo', 'finding', 'inspection', 'company', 'user'],
  ],
  'what waits for me': [waitingInspectionsQuery.queryKey, ['turbine', 'finding', 'inspection']],
  'the companies': [companiesQuery.queryKey, ['turbine', 'company', 'user']],
  'the users': [usersQuery.queryKey, ['company', 'user']],
}
const RECORDS = [
  'turbine',
  'photo',
  'finding',
  'inspection',
  'report',
  'comment',
  'company',
  'user',
] as const satisfies ChangedRecord[]

it.each(RECORDS)('every open list that shows a %s is loaded again after its change', async (record) => {
  const queryClient = makeQueryClient()
  const loaded: string[] = []
  for (const [name, [queryKey]] of Object.entries(LISTS)) {
    queryClient.setQueryData(queryKey, [])
    const queryFn = async () => {
      loaded.push(name)
      return []
    }
    new QueryObserver(queryClient, { queryKey, queryFn }).subscribe(() => undefined)
  }
  expect(loaded).toEqual([])
  const keys = record === 'company' || record === 'user' ? listsAfter(record) : listsAfter(record, TURBINE)
  for (const queryKey of keys) await queryClient.invalidateQueries({ queryKey })
  const showing = Object.entries(LISTS).filter(([, [, shows]]) => shows.includes(record))
  expect(loaded).toEqual(expect.arrayContaining(showing.map(([name]) => name)))
})
