import * as z from 'zod'

/** The subject of a comment that is not about a finding. */
export const TURBINE = 'turbine'

/** New comments by their subject: `turbine`, or the id of a finding. */
const Texts = z.record(z.string(), z.string())

const Drafts = z.object({
  /** What is in the fields. */
  typed: Texts,
  /** What was sent, and has no answer yet. */
  sending: Texts,
  /** The comments in edit mode, by id: their text when the edit began, and the typed text. */
  edits: z.record(z.string(), z.object({ before: z.string(), typed: z.string() })),
})
/** The comments of one turbine that a user is writing. */
export type Drafts = z.infer<typeof Drafts>

/** The drafts when they are read after a reload. Nobody waits for the answer to a comment any more, so its text is in its field again. */
export const KeptDrafts = Drafts.transform(({ edits, ...texts }): Drafts => {
  const subjects = Object.keys(texts.sending)
  return { edits, ...subjects.reduce<Pick<Drafts, 'typed' | 'sending'>>(takeBackText, texts) }
})

/** Puts a text that was not sent back into its field, before what was typed in the meantime. */
export function takeBackText({ typed, sending }: Pick<Drafts, 'typed' | 'sending'>, subject: string) {
  const { [subject]: sent, ...others } = sending
  const texts = [sent, typed[subject]].filter((text) => text !== undefined)
  return { typed: texts.length === 0 ? typed : { ...typed, [subject]: texts.join('\n') }, sending: others }
}

/** Ends the edit mode of comments that are gone. A changed text goes into the field for a new comment. */
export function endEdits(drafts: Drafts, isGone: (id: string) => boolean): Drafts {
  const gone = Object.entries(drafts.edits).filter(([id]) => isGone(id))
  if (gone.length === 0) return drafts
  const texts = gone.map(([, edit]) => edit).filter(({ before, typed }) => typed !== before)
  const typed = [drafts.typed[TURBINE], ...texts.map(({ typed }) => typed)].filter(
    (text) => text !== undefined,
  )
  return {
    ...drafts,
    typed: typed.length === 0 ? drafts.typed : { ...drafts.typed, [TURBINE]: typed.join('\n') },
    edits: Object.fromEntries(Object.entries(drafts.edits).filter(([id]) => !isGone(id))),
  }
}
