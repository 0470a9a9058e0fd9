import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Comment } from '#domain/comment.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'

interface Drafts {
  /** The text of a new comment. */
  added: string
  /** The texts of new comments about findings, by the id of the finding. */
  ofFindings: Readonly<Record<number, string>>
  /** The comments in edit mode, by id: their text when the edit began, and the typed text. */
  edits: Readonly<Record<number, { before: string; typed: string }>>
}

const NONE: Drafts = { added: '', ofFindings: {}, edits: {} }

export type CommentDrafts = ReturnType<typeof useDrafts>

const DraftsContext = createContext<CommentDrafts | undefined>(undefined)

interface CommentDraftsProviderProps {
  turbineId: number
  children: ReactNode
}

/**
 * Holds the texts that the user types in the comments of a turbine. It must be around the whole screen, so that the drawer and the photo
 * viewer show the same texts. The texts survive closing both and the loss of the session. The panel asks before the user leaves the screen.
 */
export function CommentDraftsProvider({ turbineId, children }: CommentDraftsProviderProps) {
  return <DraftsContext value={useDrafts(turbineId)}>{children}</DraftsContext>
}

/** What is typed in the comments of the turbine on the screen. */
export function useCommentDrafts(): CommentDrafts {
  const drafts = useContext(DraftsContext)
  if (!drafts) throw new Error('There is no CommentDraftsProvider around this component.')
  return drafts
}

function useDrafts(turbineId: number) {
  const [drafts, setDrafts] = useKeptState(`comments/${turbineId}`, NONE)
  const isTyped =
    [drafts.added, ...Object.values(drafts.ofFindings)].some((typed) => typed.trim() !== '') ||
    Object.values(drafts.edits).some(({ before, typed }) => typed !== before)
  useUnsavedWork(isTyped)

  // The functions must not change between renders. Otherwise each key in one field would render all comments.
  const changes = useMemo(() => {
    const change = (changed: (former: Drafts) => Drafts) =>
      setDrafts((former) => {
        const next = changed(former)
        // Otherwise the sign-in page would say that there is unsaved work, although there is none.
        const isEmpty = next.added === '' && Object.keys({ ...next.ofFindings, ...next.edits }).length === 0
        return isEmpty ? NONE : next
      })
    return {
      /** Changes the text of the new comment, or of the new comment about a finding. */
      type: (typed: string, findingId?: number) =>
        change((former) => {
          if (findingId === undefined) return { ...former, added: typed }
          const { [findingId]: _, ...others } = former.ofFindings
          return { ...former, ofFindings: typed === '' ? others : { ...others, [findingId]: typed } }
        }),
      /** Changes the text of a comment in edit mode, or begins to edit it. Undefined ends the edit mode. */
      edit: ({ id, comment }: Comment, typed: string | undefined) =>
        change(({ edits, ...former }) => {
          const { [id]: edited, ...others } = edits
          if (typed === undefined) return { ...former, edits: others }
          return { ...former, edits: { ...others, [id]: { before: edited?.before ?? comment, typed } } }
        }),
      /** Ends the edit mode of all other comments: somebody else has deleted them. */
      keepOnly: (comments: Comment[]) =>
        change(({ edits, ...former }) => {
          const ids = new Set(comments.map(({ id }) => String(id)))
          return { ...former, edits: Object.fromEntries(Object.entries(edits).filter(([id]) => ids.has(id))) }
        }),
    }
  }, [setDrafts])

  return {
    ...drafts,
    /** True if something typed is not sent yet. */
    isTyped,
    ...changes,
  }
}
