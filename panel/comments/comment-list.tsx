import { type RefObject, useCallback, useRef, useState } from 'react'
import type { Comment } from '#domain/comment.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useDeleteComment } from '#panel/data/comments.ts'
import { Button } from '#panel/ui/button.tsx'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { CommentDrafts } from './comment-drafts.tsx'
import { CommentItem } from './comment-item.tsx'
import { useCommentRights } from './comment-rights.ts'

/** The number of comments that are shown at first, and that the button below adds. */
const PAGE = 50

interface CommentListProps {
  turbine: Turbine
  comments: Comment[]
  drafts: CommentDrafts
  /** Its first control gets the focus after a comment is deleted. */
  panel: RefObject<HTMLElement | null>
  /** True for the comments about one finding, which do not name it. */
  isOfFinding?: boolean
}

/** The comments, newest first. Comments in edit mode are always shown. */
export function CommentList({ turbine, comments, drafts, panel, isOfFinding = false }: CommentListProps) {
  const text = useText()
  const may = useCommentRights(turbine, comments)
  const [limit, setLimit] = useState(PAGE)
  const shown = Math.max(limit, comments.findLastIndex(({ id }) => id in drafts.edits) + 1)
  const [asked, setAsked] = useState<Comment | null>(null)
  const isDeleted = useRef(false)
  const deletion = useDeleteComment(turbine.id, {
    onDeleted: () => {
      isDeleted.current = true
    },
    onSettled: () => setAsked(null),
  })

  const ask = useCallback((comment: Comment) => {
    isDeleted.current = false
    setAsked(comment)
  }, [])

  return (
    <>
      <ul className="divide-y divide-hairline">
        {comments.slice(0, shown).map((comment) => (
          <CommentItem
            key={comment.id}
            turbineId={turbine.id}
            comment={comment}
            namesFinding={!isOfFinding}
            mayEdit={may(comment, 'comment.edit')}
            mayDelete={may(comment, 'comment.delete')}
            typed={drafts.edits[comment.id]?.typed}
            onType={drafts.edit}
            onEdited={drafts.forgetEdit}
            onDelete={ask}
          />
        ))}
      </ul>
      {shown < comments.length && (
        <div className="grid border-t border-hairline p-4">
          <Button onClick={() => setLimit(shown + PAGE)}>
            {text('comments.older', { n: comments.length - shown })}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={text('comments.delete')}
        confirmLabel={text('comments.delete')}
        busy={deletion.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && deletion.mutate(asked)}
        finalFocus={() => (isDeleted.current ? (panel.current ?? undefined) : undefined)}
      >
        {text('comments.delete.text')}
      </ConfirmDialog>
    </>
  )
}
