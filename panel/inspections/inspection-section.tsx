import { useQuery } from '@tanstack/react-query'
import { may } from '#domain/permissions.ts'
import { errorText } from '#panel/api/error-text.ts'
import { inspectionsQuery } from '#panel/data/inspections.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { Card } from '#panel/ui/card.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { type InspectionSectionProps, TeamInspection, TeamInspectionSkeleton } from './team-inspection.tsx'
import { VersionList } from './version-list.tsx'

/**
 * The inspection of a year: for the team its state, how far it is, and the buttons that send it on; for those who read only what is published
 * its newest version. Both have the list of versions.
 */
export function InspectionSection(props: InspectionSectionProps) {
  const { turbine, year, words } = props
  const text = useText()
  const works = may(useCaller(), 'inspection.work', turbine.company_id)
  const query = useQuery(inspectionsQuery(turbine.id))
  return (
    <section aria-labelledby="inspection-title">
      <h2 id="inspection-title" className="mb-3 text-section font-semibold tracking-tight text-ink">
        {text('inspection.title', { year: String(year) })}
      </h2>
      <QueryBoundary
        query={query}
        loading={
          <>
            <p role="status" className="sr-only">
              {text('inspection.loading')}
            </p>
            {works ? <TeamInspectionSkeleton {...props} /> : <Skeleton className="h-14 w-full" />}
          </>
        }
        failed={(error, retry) => (
          <EmptyState alert compact title={text('inspection.failed')} action={retry}>
            {errorText(text, error)}
          </EmptyState>
        )}
      >
        {(inspections) => {
          const inspection = inspections.find((each) => each.year === year)
          if (works) {
            if (inspection) return <TeamInspection {...props} listed={inspection} />
            return <Card className="px-5 py-4 text-body text-ink-soft">{text('inspection.nothing')}</Card>
          }
          if (!inspection || inspection.published_version === null) {
            return (
              <Card className="px-5 py-4 text-body text-ink-soft">{text('inspection.notPublished')}</Card>
            )
          }
          return (
            <Card className="px-5 py-4">
              <VersionList
                turbine={turbine}
                year={year}
                photos={props.photos}
                words={words}
                isForTeam={false}
              />
            </Card>
          )
        }}
      </QueryBoundary>
    </section>
  )
}
