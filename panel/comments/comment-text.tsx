import { useState } from 'react'
import { COMMENT_COLLAPSED_LENGTH } from '#domain/limits.ts'
import { useText } from '#panel/words/use-text.ts'

/** The text of a comment. A long one shows its beginning until the user expands it. */
export function CommentText({ children }: { children: string }) {
  const text = useText()
  const [isExpanded, setExpanded] = useState(false)
  const isLong = children.length > COMMENT_COLLAPSED_LENGTH
  return (
    <>
      <p className="text-body leading-6 wrap-anywhere whitespace-pre-line text-ink">
        {isLong && !isExpanded ? beginningOf(children) : children}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="cursor-pointer rounded text-note leading-6 font-medium text-action hover:underline"
        >
          {text(isExpanded ? 'comments.collapse' : 'comments.expand')}
        </button>
      )}
    </>
  )
}

/** The first characters, in one paragraph. An emoji at the end is never cut in half. */
function beginningOf(comment: string): string {
  const beginning = comment.slice(0, COMMENT_COLLAPSED_LENGTH).replace(/[\uD800-\uDBFF]$/, '')
  return `${beginning.replace(/\s+/g, ' ').trimEnd()}…`
}
