import type { Comment } from '#domain/comment.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'

interface Drafts {
  /** The text of a new comment. */
  added: string
  /** The comments in edit mode, by id: their text when the edit began, and the typed text. */
  edits: Readonly<Record<number, { before: string; typed: string }>>
}

const NONE: Drafts = { added: '', edits: {} }

export type CommentDrafts = ReturnType<typeof useCommentDrafts>

/**
 * What is typed in the comments of a turbine. It belongs to the screen around the comments, so that it survives when they are closed. It
 * also survives the loss of the session, and leaving the screen asks first.
 */
export function useCommentDrafts(turbineId: number) {
  const [drafts, setDrafts] = useKeptState(`comments/${turbineId}`, NONE)
  const isTyped =
    drafts.added.trim() !== '' || Object.values(drafts.edits).some(({ before, typed }) => typed !== before)
  useUnsavedWork(isTyped)

  const change = (changed: (former: Drafts) => Drafts) =>
    setDrafts((former) => {
      const next = changed(former)
      // The work of nobody must not wait for the next sign-in.
      return next.added === '' && Object.keys(next.edits).length === 0 ? NONE : next
    })
  return {
    ...drafts,
    /** True if something typed is not sent yet. */
    isTyped,
    type: (added: string) => change((former) => ({ ...former, added })),
    /** Begins to edit a comment, or keeps the text typed so far. */
    edit: ({ id, comment }: Comment, typed = comment) =>
      change(({ added, edits }) => ({
        added,
        edits: { ...edits, [id]: { before: edits[id]?.before ?? comment, typed } },
      })),
    endEdit: ({ id }: Pick<Comment, 'id'>) =>
      change(({ added, edits }) => {
        const { [id]: _ended, ...others } = edits
        return { added, edits: others }
      }),
  }
}
