/** What a change makes old is the same for every list that shows the record, whoever has changed it. */
import { type QueryKey, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { DeletableKind } from '#domain/records.ts'
import { makeQueryClient } from '#panel/api/query-client.ts'
import { commentsQuery, listsAfterComment } from '#panel/data/comments.ts'
import { companiesQuery, listsAfterCompany } from '#panel/data/companies.ts'
import { findingsQuery, listsAfterFinding } from '#panel/data/findings.ts'
import { findingSummaryQuery } from '#panel/data/first-screen/finding-summary.ts'
import { listsAfterInspection, waitingInspectionsQuery } from '#panel/data/inspections.ts'
import { inspectionKeys, turbineKeys } from '#panel/data/keys.ts'
import { linksQuery, listsAfterLink } from '#panel/data/links.ts'
import { listsAfterPhoto, photosQuery } from '#panel/data/photos.ts'
import { listsAfterReport, reportsQuery } from '#panel/data/reports.ts'
import { listsAfterTurbine, turbinesQuery } from '#panel/data/turbines.ts'
import { listsAfterUser, usersQuery } from '#panel/data/users.ts'

const TURBINE = 4

type ChangedRecord = DeletableKind | 'inspection'
const LISTS_AFTER: Record<ChangedRecord, QueryKey[]> = {
  turbine: listsAfterTurbine(TURBINE),
  photo: listsAfterPhoto(TURBINE),
  finding: listsAfterFinding(TURBINE),
  inspection: listsAfterInspection(TURBINE),
  report: listsAfterReport(TURBINE),
  comment: listsAfterComment(TURBINE),
  link: listsAfterLink(TURBINE),
  company: listsAfterCompany(),
  user: listsAfterUser(),
}

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
  'its links': [linksQuery(TURBINE).queryKey, ['turbine', 'photo', 'finding', 'link', 'user']],
  'the board of inspections': [
    [...inspectionKeys.lists(), 'list', {}],
    ['turbine', 'photo', 'finding', 'inspection', 'company', 'user'],
  ],
  'what waits for me': [waitingInspectionsQuery.queryKey, ['turbine', 'finding', 'inspection']],
  'the companies': [companiesQuery.queryKey, ['turbine', 'company', 'user']],
  'the users': [usersQuery.queryKey, ['company', 'user']],
}
const CHANGES = Object.entries(LISTS_AFTER) as [ChangedRecord, QueryKey[]][]
it.each(CHANGES)('every open list that shows a %s is loaded again after its change', async (record, keys) => {
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
  for (const queryKey of keys) await queryClient.invalidateQueries({ queryKey })
  const showing = Object.entries(LISTS).filter(([, [, shows]]) => shows.includes(record))
  expect(loaded).toEqual(expect.arrayContaining(showing.map(([name]) => name)))
})
