import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useText } from '#panel/words/use-text.ts'
import { commentsQuery } from './comment-calls.ts'
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
  const mayWrite = may(useViewer(), 'comment.add', turbine.company_id)
  const { data } = useQuery(commentsQuery(turbine.id))
  const drafts = useCommentDrafts()
  const panel = useRef<HTMLDivElement>(null)
  const comments = data?.filter(({ finding_id }) => finding_id === findingId)
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      <div className="px-5 pt-4 pb-3">
        <h3 className="text-body font-semibold text-ink">
          {text('comments.title')}
          {comments && <span className="ml-1.5 font-normal text-ink-soft">{comments.length}</span>}
        </h3>
        {comments?.length === 0 && !mayWrite && (
          <p className="mt-1 text-body text-ink-soft">{text('comments.none')}</p>
        )}
        {mayWrite && (
          <div className="mt-2">
            <NewComment turbineId={turbine.id} drafts={drafts} findingId={findingId} />
          </div>
        )}
      </div>
      {comments && comments.length > 0 && (
        <div className="border-t border-hairline">
          <CommentList turbine={turbine} comments={comments} drafts={drafts} panel={panel} isOfFinding />
        </div>
      )}
    </div>
  )
}
