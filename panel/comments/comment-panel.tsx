import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { commentsQuery } from '#panel/data/comments.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useCommentDrafts } from './comment-drafts.tsx'
import { CommentList } from './comment-list.tsx'
import { NewComment } from './new-comment.tsx'

/** The comments of a turbine and the field for a new one, without a frame: for the drawer and for the lightbox. */
export function CommentPanel({ turbine }: { turbine: Turbine }) {
  const text = useText()
  const mayWrite = may(useCaller(), 'comment.add', turbine.company_id)
  const query = useQuery(commentsQuery(turbine.id))
  const panel = useRef<HTMLDivElement>(null)
  const drafts = useCommentDrafts()
  const { keepOnly } = drafts
  useEffect(() => {
    if (query.data) keepOnly(query.data)
  }, [query.data, keepOnly])

  return (
    <div ref={panel}>
      {mayWrite && (
        <div className="border-b border-hairline bg-surface px-5 pt-4 pb-4 [@media(min-height:640px)]:sticky [@media(min-height:640px)]:top-0">
          <NewComment turbine={turbine} drafts={drafts} />
        </div>
      )}
      <QueryBoundary
        query={query}
        loading={<CommentSkeletons label={text('comments.loading')} />}
        failed={(error, retry) => (
          <div className="p-5">
            <EmptyState compact alert title={text('comments.failed')} action={retry}>
              {errorText(text, error)}
            </EmptyState>
          </div>
        )}
        empty={
          <div className="p-5">
            <EmptyState compact title={text('comments.none')}>
              {text(mayWrite ? 'comments.none.write' : 'comments.none.read')}
            </EmptyState>
          </div>
        }
      >
        {(comments) => <CommentList turbine={turbine} comments={comments} drafts={drafts} panel={panel} />}
      </QueryBoundary>
    </div>
  )
}

const PLACES = [0, 1, 2]

function CommentSkeletons({ label }: { label: string }) {
  return (
    <div role="status" className="divide-y divide-hairline">
      <span className="sr-only">{label}</span>
      {PLACES.map((place) => (
        <div key={place} className="grid gap-2 px-5 py-4">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-3 w-44" />
          <Skeleton className="mt-1 h-10 w-full" />
        </div>
      ))}
    </div>
  )
}
