import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Comment, CommentAudience } from '#domain/comment.ts'
import { COMMENT_MAX_LENGTH } from '#domain/limits.ts'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { type Drafts, endEdits, KeptDrafts, TURBINE, takeBackText, withAudience } from './kept-drafts.ts'

const NONE: Drafts = { typed: {}, sending: {}, edits: {}, forTeam: [] }

/** What a comment is about: a finding, by its id, or the turbine. */
type Subject = number | undefined

export type CommentDrafts = ReturnType<typeof useDrafts>

const DraftsContext = createContext<CommentDrafts | undefined>(undefined)
const MaxLengthContext = createContext(COMMENT_MAX_LENGTH)

interface CommentDraftsProviderProps {
  turbineId: number
  /** The longest comment that can be typed on this screen, in characters. */
  maxLength?: number
  children: ReactNode
}

/**
 * Holds the texts that the user types in the comments of a turbine. It must be around the whole screen, so that the drawer and the photo
 * lightbox show the same texts. The texts survive closing both, a reload and the loss of the session. The panel asks before the user leaves
 * the screen.
 */
export function CommentDraftsProvider({
  turbineId,
  maxLength = COMMENT_MAX_LENGTH,
  children,
}: CommentDraftsProviderProps) {
  return (
    <MaxLengthContext value={maxLength}>
      <DraftsContext value={useDrafts(turbineId)}>{children}</DraftsContext>
    </MaxLengthContext>
  )
}

/** The longest comment that can be typed on the screen, in characters. */
export function useCommentMaxLength(): number {
  return useContext(MaxLengthContext)
}

/** What is typed in the comments of the turbine on the screen. */
export function useCommentDrafts(): CommentDrafts {
  const drafts = useContext(DraftsContext)
  if (!drafts) throw new Error('There is no CommentDraftsProvider around this component.')
  return drafts
}

function useDrafts(turbineId: number) {
  const [drafts, setDrafts] = useKeptState(`comments/${turbineId}`, KeptDrafts, NONE)
  const isTyped =
    [drafts.typed, drafts.sending].flatMap(Object.values<string>).some((typed) => typed.trim() !== '') ||
    Object.values(drafts.edits).some(({ before, typed }) => typed !== before)
  useUnsavedWork(isTyped, 'changes', { discard: () => setDrafts(NONE) })

  // The functions must not change between renders. Otherwise each key in one field would render all comments.
  const changes = useMemo(() => {
    return {
      type: (typed: string, subject: Subject) =>
        setDrafts((former) => ({ ...former, typed: withText(former.typed, subject, typed) })),
      /** Moves the text of a new comment from its field to those that are being sent. */
      send: (subject: Subject) =>
        setDrafts((former) => ({
          ...former,
          typed: withText(former.typed, subject, ''),
          sending: withText(former.sending, subject, textOf(former.typed, subject)),
        })),
      /** The server has the comment. The next one is for everybody again, unless it is begun already. */
      forgetSent: (subject: Subject) =>
        setDrafts((former) => ({
          ...former,
          sending: withText(former.sending, subject, ''),
          forTeam:
            textOf(former.typed, subject) === ''
              ? withAudience(former.forTeam, keyOf(subject), false)
              : former.forTeam,
        })),
      /** Chooses who reads the new comment. */
      setAudience: (audience: CommentAudience, subject: Subject) =>
        setDrafts((former) => ({
          ...former,
          forTeam: withAudience(former.forTeam, keyOf(subject), audience === 'team'),
        })),
      /** The server does not have the comment: its text is in its field again, before what was typed in the meantime. */
      takeBack: (subject: Subject) =>
        setDrafts((former) => ({ ...former, ...takeBackText(former, keyOf(subject)) })),
      /** Changes the text of a comment in edit mode, or begins to edit it. Undefined ends the edit mode. */
      edit: ({ id, comment, audience }: Comment, typed: string | undefined) =>
        setDrafts(({ edits, ...former }) => {
          const { [id]: edited, ...others } = edits
          if (typed === undefined) return { ...former, edits: others }
          const begun = { before: edited?.before ?? comment, typed, isForTeam: audience === 'team' }
          return { ...former, edits: { ...others, [id]: begun } }
        }),
      /** The server has the changed comment. Ends the edit mode, unless something else was typed in the meantime. */
      forgetEdit: ({ id, comment }: Comment, sent: string) =>
        setDrafts(({ edits, ...former }) => {
          const { [id]: edited, ...others } = edits
          if (!edited || edited.typed.trim() === sent) return { ...former, edits: others }
          return { ...former, edits: { ...others, [id]: { ...edited, before: comment } } }
        }),
      /** Ends the edit mode of all other comments: somebody else has deleted them. What was typed there is then in the field for a new one. */
      keepOnly: (comments: Comment[]) =>
        setDrafts((former) => {
          const ids = new Set(comments.map(({ id }) => String(id)))
          return endEdits(former, (id) => !ids.has(id))
        }),
    }
  }, [setDrafts])

  return {
    edits: drafts.edits,
    /** The text in the field of a new comment. */
    typed: (subject: Subject) => textOf(drafts.typed, subject),
    /** The new comment whose answer has not come; empty if there is none. */
    sending: (subject: Subject) => textOf(drafts.sending, subject),
    /** Who reads the new comment: everybody, if nobody has chosen. */
    audience: (subject: Subject): CommentAudience =>
      drafts.forTeam.includes(keyOf(subject)) ? 'team' : 'all',
    /** True if something typed is not sent yet. */
    isTyped,
    ...changes,
  }
}

function keyOf(subject: Subject): string {
  return subject === undefined ? TURBINE : String(subject)
}

function textOf(texts: Drafts['typed'], subject: Subject): string {
  return texts[keyOf(subject)] ?? ''
}

/** An empty text is left out. */
function withText(texts: Drafts['typed'], subject: Subject, text: string): Drafts['typed'] {
  const { [keyOf(subject)]: _, ...others } = texts
  return text === '' ? others : { ...others, [keyOf(subject)]: text }
}
