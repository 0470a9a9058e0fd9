import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Comment } from '#domain/comment.ts'
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

interface FindingCommentsProps {
  turbine: Turbine
  findingId: number
}

/** The comments about one finding and the field for a new one. The comments of the turbine show them too. */
export function FindingComments({ turbine, findingId }: FindingCommentsProps) {
  const text = useText()
  const mayWrite = may(useCaller(), 'comment.add', turbine.company_id)
  const query = useQuery(commentsQuery(turbine.id))
  const drafts = useCommentDrafts()
  const panel = useRef<HTMLDivElement>(null)
  const ofFinding = (comments: Comment[]) => comments.filter(({ finding_id }) => finding_id === findingId)
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <div className="px-5 pt-4 pb-3">
        <h3 className="text-body font-semibold text-ink">
          {text('comments.title')}
          {query.data && (
            <span className="ml-1.5 font-normal text-ink-soft">{ofFinding(query.data).length}</span>
          )}
        </h3>
        {mayWrite && (
          <div className="mt-2">
            <NewComment turbine={turbine} drafts={drafts} findingId={findingId} />
          </div>
        )}
      </div>
      <QueryBoundary
        query={query}
        loading={
          <div role="status" className="px-5 pb-4">
            <span className="sr-only">{text('comments.loading')}</span>
            <Skeleton className="h-10 w-full" />
          </div>
        }
        failed={(error, retry) => (
          <div className="px-5 pb-4">
            <EmptyState compact alert title={text('comments.failed')} action={retry}>
              {errorText(text, error)}
            </EmptyState>
          </div>
        )}
      >
        {(all) => renderComments(ofFinding(all))}
      </QueryBoundary>
    </div>
  )

  function renderComments(comments: Comment[]) {
    if (comments.length > 0)
      return (
        <div className="border-t border-hairline">
          <CommentList turbine={turbine} comments={comments} drafts={drafts} panel={panel} isOfFinding />
        </div>
      )
    return mayWrite ? null : <p className="px-5 pb-4 text-body text-ink-soft">{text('comments.none')}</p>
  }
}
