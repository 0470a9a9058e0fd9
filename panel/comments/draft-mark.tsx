import { useText } from '#panel/words/use-text.ts'
import { useCommentDrafts } from './comment-drafts.tsx'

/** A dot on the button that opens the comments. It is shown while a typed comment is not sent. */
export function DraftMark() {
  const text = useText()
  if (!useCommentDrafts().isTyped) return null
  return <span role="img" aria-label={text('comments.draft')} className="size-2 rounded-full bg-amber" />
}
