import type { Comment } from '#domain/comment.ts'
import { useEditComment } from '#panel/data/comments.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { CommentField } from './comment-field.tsx'

interface EditCommentProps {
  turbineId: number
  comment: Comment
  /** False after the hour is over. What is typed then stays, so that it can be copied. */
  permitted: boolean
  typed: string
  /** Undefined ends the edit mode. */
  onType: (typed: string | undefined) => void
  onEdited: (edited: Comment, sent: string) => void
}

/** A comment in edit mode. */
export function EditComment({ turbineId, comment, permitted, typed, onType, onEdited }: EditCommentProps) {
  const text = useText()
  const { mutate, isPending } = useEditComment(turbineId, comment.id, onEdited)
  const cancel = () => onType(undefined)

  return (
    <CommentField
      label={text('comments.edit.field')}
      value={typed}
      onChange={onType}
      submitLabel={text('common.save')}
      onSubmit={(next) => (next === comment.comment ? cancel() : mutate(next))}
      busy={isPending}
      closed={!permitted}
      takesFocus
      notice={!permitted && <Banner tone="warning" title={text('comments.edit.over')} />}
    >
      <Button size="small" blocked={isPending ? text('blocked.sending') : undefined} onClick={cancel}>
        {text(permitted ? 'common.cancel' : 'comments.edit.close')}
      </Button>
    </CommentField>
  )
}
