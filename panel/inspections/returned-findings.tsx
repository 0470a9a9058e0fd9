import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { InspectionPlace } from '#panel/data/inspections.ts'
import { reviewsQuery } from '#panel/data/reviews.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FindingLinks } from './finding-links.tsx'

interface ReturnedFindingsProps {
  place: InspectionPlace
  findings: readonly Finding[]
  link: (finding: Finding) => ReactNode
}

/** Links to the findings that a reviewer has sent back and that nobody has changed since: the comments of each say why. */
export function ReturnedFindings({ place, findings, link }: ReturnedFindingsProps) {
  const text = useText()
  const reviews = useQuery(reviewsQuery(place))
  const ids = new Set(
    reviews.data?.flatMap(({ decision, finding_id }) => (decision === 'returned' ? finding_id : [])),
  )
  const returned = findings.filter(({ id }) => ids.has(id))
  return (
    <>
      <LoadFailure query={reviews} title={text('inspection.partFailed')} />
      {returned.length > 0 && (
        <div className="flex flex-wrap gap-x-3 gap-y-1 text-body">
          <p className="font-medium text-amber">{text('inspection.returned', { n: returned.length })}</p>
          <FindingLinks findings={returned} link={link} className="" />
        </div>
      )}
    </>
  )
}
