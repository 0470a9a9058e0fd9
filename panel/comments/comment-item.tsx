import { Lock, Pencil, Trash2 } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Comment } from '#domain/comment.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { isBehindModal } from '#panel/ui/dialogs/behind-modal.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { CommentText } from './comment-text.tsx'
import { EditComment } from './edit-comment.tsx'

interface CommentItemProps {
  turbineId: number
  comment: Comment
  /** True if the finding that the comment is about is shown. */
  namesFinding: boolean
  mayEdit: boolean
  mayDelete: boolean
  /** The typed text in edit mode; undefined in view mode. */
  typed: string | undefined
  onType: (comment: Comment, typed: string | undefined) => void
  onEdited: (edited: Comment, sent: string) => void
  onDelete: (comment: Comment) => void
}

/** One comment, in view mode or in edit mode. */
export const CommentItem = memo(function CommentItem(props: CommentItemProps) {
  const { turbineId, comment, namesFinding, typed, onType, onEdited, mayEdit, mayDelete, onDelete } = props
  const text = useText()
  const dates = useDates()
  const item = useRef<HTMLLIElement>(null)
  const isEdited = typed !== undefined
  const wasEdited = useRef(isEdited)
  useEffect(() => {
    // The field that had the focus is gone. The comment gets it, because its buttons may be gone too.
    const hasEnded = wasEdited.current && !isEdited
    if (hasEnded && item.current && !isBehindModal(item.current)) item.current.focus({ preventScroll: true })
    wasEdited.current = isEdited
  }, [isEdited])

  return (
    <li ref={item} tabIndex={-1} className="px-5 py-4">
      <div className="flex min-h-control items-start gap-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 text-body leading-5 font-medium text-ink">
            <span className="min-w-0 wrap-anywhere">{comment.user_name}</span>
            {comment.audience === 'team' && (
              <span className="inline-flex items-center gap-1 rounded-full border border-hairline px-2 text-caption font-normal text-ink-soft">
                <Lock aria-hidden className="size-3" />
                {text('comments.audience.team.badge')}
              </span>
            )}
          </p>
          <p className="text-caption text-ink-faint">
            <time dateTime={comment.created_at}>{dates.longDayAndTimeOf(comment.created_at)}</time>
            {comment.updated_at !== comment.created_at && ` · ${text('comments.edited')}`}
          </p>
          {namesFinding && comment.finding_id !== null && (
            <Link
              to={findingAddress(turbineId, comment.finding_id)}
              className="rounded text-note font-medium text-action hover:underline"
            >
              {text('comments.finding', { number: comment.finding_number })}
            </Link>
          )}
        </div>
        {!isEdited && (
          <div className="-mt-1.5 -mr-2 flex">
            {mayEdit && (
              <IconButton
                label={text('comments.edit')}
                icon={Pencil}
                onClick={() => onType(comment, comment.comment)}
              />
            )}
            {mayDelete && (
              <IconButton label={text('comments.delete')} icon={Trash2} onClick={() => onDelete(comment)} />
            )}
          </div>
        )}
      </div>
      <div className="mt-1.5">
        {isEdited ? (
          <EditComment
            turbineId={turbineId}
            comment={comment}
            permitted={mayEdit}
            typed={typed}
            onType={(next) => onType(comment, next)}
            onEdited={onEdited}
          />
        ) : (
          <CommentText>{comment.comment}</CommentText>
        )}
      </div>
    </li>
  )
})
