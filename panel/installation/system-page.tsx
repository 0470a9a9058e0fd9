import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { doctorQuery } from '#panel/data/installation.ts'
import { PanelFrame } from '#panel/frame/panel-frame.tsx'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { Button } from '#panel/ui/button.tsx'
import { PageHeading } from '#panel/ui/page-heading.tsx'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { DoctorList } from './doctor-list.tsx'
import FirstStepList from './first-step-list.tsx'

/** What is not set or not well on the server, and what to do: the list of `npm run doctor`. */
export default function SystemPage() {
  const text = useText()
  const title = text('system.title')
  usePageTitle(title)
  const answer = useQuery(doctorQuery)
  const troubled = answer.data?.filter(({ problems }) => problems.length > 0).length

  return (
    <PanelFrame>
      <PageHeading
        title={title}
        status={
          troubled !== undefined &&
          (troubled === 0 ? text('system.well') : text('system.troubled', { n: troubled }))
        }
      >
        {answer.data && (
          <Button icon={RotateCw} busy={answer.isFetching} onClick={() => answer.refetch()}>
            {text('system.again')}
          </Button>
        )}
      </PageHeading>
      <FirstStepList isTemporary />
      <QueryBoundary
        query={answer}
        loading={<TableSkeleton label={text('system.loading')} />}
        failed={text('system.failed')}
      >
        {(entries) => <DoctorList entries={entries} />}
      </QueryBoundary>
    </PanelFrame>
  )
}
