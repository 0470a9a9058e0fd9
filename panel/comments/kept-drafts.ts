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
  /** The comments in edit mode, by id: their text when the edit began, the typed text, and whether only the team reads them. */
  edits: z.record(
    z.string(),
    z.object({ before: z.string(), typed: z.string(), isForTeam: z.boolean().default(false) }),
  ),
  /** The subjects whose new comment is for the team alone. */
  forTeam: z.array(z.string()).default([]),
})
/** The comments of one turbine that a user is writing. */
export type Drafts = z.infer<typeof Drafts>

/** The drafts when they are read after a reload. Nobody waits for the answer to a comment any more, so its text is in its field again. */
export const KeptDrafts = Drafts.transform(({ edits, forTeam, ...texts }): Drafts => {
  const subjects = Object.keys(texts.sending)
  return { edits, forTeam, ...subjects.reduce<Pick<Drafts, 'typed' | 'sending'>>(takeBackText, texts) }
})

/** Puts a text that was not sent back into its field, before what was typed in the meantime. */
export function takeBackText({ typed, sending }: Pick<Drafts, 'typed' | 'sending'>, subject: string) {
  const { [subject]: sent, ...others } = sending
  const texts = [sent, typed[subject]].filter((text) => text !== undefined)
  return { typed: texts.length === 0 ? typed : { ...typed, [subject]: texts.join('\n') }, sending: others }
}

/** Chooses whether the new comment about a subject is for the team alone. */
export function withAudience(forTeam: string[], subject: string, isForTeam: boolean): string[] {
  const others = forTeam.filter((each) => each !== subject)
  return isForTeam ? [...others, subject] : others
}

/**
 * Ends the edit mode of comments that are gone. A changed text goes into the field for a new comment, which is for the team alone if one of them
 * was.
 */
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
    forTeam: texts.some(({ isForTeam }) => isForTeam)
      ? withAudience(drafts.forTeam, TURBINE, true)
      : drafts.forTeam,
    edits: Object.fromEntries(Object.entries(drafts.edits).filter(([id]) => !isGone(id))),
  }
}
