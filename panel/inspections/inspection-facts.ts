import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Finding } from '#domain/findings/finding.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { TransitionFacts } from '#domain/inspections/state.ts'
import { hasPermission } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { companiesQuery } from '#panel/api/companies-query.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { reviewsQuery } from './inspection-calls.ts'

/** What is on the screen of the inspection: the photos and findings of its year. */
export interface InspectionRecords {
  photos: readonly Photo[]
  findings: readonly Finding[]
}

/**
 * What decides where an inspection can be sent, as far as the panel knows it. Who may not read the company does not know whether it needs a
 * second person, so the server alone refuses that then, and who has sent it to the review is not told to the panel.
 *
 * @returns also the queries that may fail
 */
export function useTransitionFacts(
  turbine: Turbine,
  inspection: Inspection,
  { photos, findings }: InspectionRecords,
): { facts: TransitionFacts; queries: UseQueryResult[] } {
  const viewer = useViewer()
  const companies = useQuery({
    ...companiesQuery,
    enabled: hasPermission(viewer, 'company.read'),
  })
  const reviews = useQuery({
    ...reviewsQuery({ turbineId: turbine.id, year: inspection.year }),
    enabled: inspection.state === 'in_review',
  })
  const company = companies.data?.find(({ id }) => id === turbine.company_id)
  const facts: TransitionFacts = {
    state: inspection.state,
    published_version: inspection.published_version,
    photos: photos.length,
    looked_at: photos.filter(({ looked_at }) => looked_at !== null).length,
    unpublished_changes: inspection.unpublished_changes ?? 0,
    findings: findings.length,
    not_graded: findings.filter(({ severity }) => severity === null).length,
    returned: reviews.data?.filter(({ decision }) => decision === 'returned').length ?? 0,
    own_findings: findings.filter(({ user_id }) => user_id === viewer.id).length,
    is_sender: false,
    review_required: company?.review_required ?? false,
  }
  return { facts, queries: [companies, reviews] }
}
