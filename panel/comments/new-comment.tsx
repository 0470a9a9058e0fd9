import { errorText } from '#panel/api/error-text.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useAddComment } from './change-comments.ts'
import type { CommentDrafts } from './comment-drafts.tsx'
import { CommentField } from './comment-field.tsx'

interface NewCommentProps {
  turbineId: number
  drafts: CommentDrafts
  /** The finding that the comment is about; undefined if it is about the turbine. */
  findingId?: number
}

/** The field for a new comment. After a failure, the text stays in it. */
export function NewComment({ turbineId, drafts, findingId }: NewCommentProps) {
  const text = useText()
  const { mutate, isPending, error, reset } = useAddComment(turbineId, findingId, () =>
    drafts.type('', findingId),
  )
  return (
    <CommentField
      label={text('comments.new')}
      value={findingId === undefined ? drafts.added : (drafts.ofFindings[findingId] ?? '')}
      onChange={(typed) => drafts.type(typed, findingId)}
      submitLabel={text('comments.add')}
      onSubmit={(comment) => mutate(comment)}
      busy={isPending}
      notice={
        error && (
          <Banner tone="error" title={text('comments.add.failed')} onDismiss={reset}>
            {errorText(text, error)}
          </Banner>
        )
      }
    />
  )
}
