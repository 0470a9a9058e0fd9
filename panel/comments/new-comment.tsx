import { errorText } from '#panel/api/error-text.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import { useAddComment } from './change-comments.ts'
import type { CommentDrafts } from './comment-drafts.tsx'
import { CommentField } from './comment-field.tsx'

/** The field for a new comment. After a failure, the text stays in it. */
export function NewComment({ turbineId, drafts }: { turbineId: number; drafts: CommentDrafts }) {
  const text = useText()
  const { mutate, isPending, error, reset } = useAddComment(turbineId, () => drafts.type(''))
  return (
    <CommentField
      label={text('comments.new')}
      value={drafts.added}
      onChange={drafts.type}
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
