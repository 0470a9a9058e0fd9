import { useEffect, useState } from 'react'
import { authorMayChangeUntil, type Comment, mayChangeComment } from '#domain/comment.ts'
import { COMMENT_EDIT_WINDOW_MS } from '#domain/limits.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useCaller } from '#panel/session/caller-context.ts'

/**
 * Returns which comments the caller may edit or delete now. The caller may edit their own comments for one hour, so a timer renders the
 * component again when the next of these hours is over.
 */
export function useCommentRights(turbine: Turbine, comments: Comment[]) {
  const caller = useCaller()
  const [now, setNow] = useState(() => Date.now())
  const ends = comments.filter(({ user_id }) => user_id === caller.id).map(authorMayChangeUntil)
  const next = Math.min(...ends.filter((end) => end >= now))

  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    // If the clock of this computer is far behind, the difference may be longer than the longest delay of a browser timer.
    const wait = Math.min(next + 1 - Date.now(), COMMENT_EDIT_WINDOW_MS)
    const timer = window.setTimeout(() => setNow(Date.now()), wait)
    return () => window.clearTimeout(timer)
  }, [next])

  return (comment: Comment, action: 'comment.edit' | 'comment.delete') =>
    may(caller, action, turbine.company_id) && mayChangeComment(caller, action, comment, new Date(now))
}
