import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import { change, type History, redo, undo } from '#panel/drawing/history.ts'
import type { ReadRecord } from '#panel/frame/conflicts.ts'
import type { FindingValues } from '../finding-values.ts'

/** A new finding, or changes of one, that the server does not have yet. */
export interface Draft {
  /** Negative for a new finding, so that it is not the id of another one; otherwise the id of the finding. */
  key: number
  /** Null for a finding without a photo. */
  photoId: number | null
  /** Null for a finding without a shape. */
  shape: FindingShape | null
  /** The shapes before and after the present one, for undo and redo; the nearest is the last. */
  past: readonly FindingShape[]
  future: readonly FindingShape[]
  values: FindingValues
  /** The day on which it was found, if the form has asked for it. */
  foundOn?: string | undefined
  /** `open` if its form is open, `aside` if the form is closed, `sending` while the server has it, `waiting` until there is a connection again. */
  status: 'open' | 'aside' | 'sending' | 'waiting'
  /** Why the server did not keep it. */
  failure: string | null
  /** The finding as it was when the draft was begun; undefined for a new one. */
  read?: ReadRecord | undefined
  /** The `Idempotency-Key` with which it is sent, from the moment in which it was saved. */
  attempt?: string | undefined
}

/** What is drawn and typed, and not kept yet. It survives a lost session. */
export interface MarkingWork {
  drafts: readonly Draft[]
  /** The polygon that is being drawn. */
  outline: { photoId: number; corners: readonly ShapePoint[] } | null
}

export const NO_WORK: MarkingWork = { drafts: [], outline: null }

export type MarkingAction =
  | { do: 'begin'; draft: Pick<Draft, 'key' | 'photoId' | 'shape' | 'values' | 'foundOn'> }
  /** Stores changes of a draft; `draft` is what they start from. */
  | { do: 'type'; draft: Draft; values: FindingValues }
  | { do: 'reshape'; draft: Draft; shape: FindingShape }
  | { do: 'undo' | 'redo' | 'drop' | 'put aside' | 'open'; key: number }
  | { do: 'send'; key: number; attempt: string }
  /** The attempt is over, or the browser has stored it elsewhere. */
  | { do: 'settle'; attempt: string }
  /** The server has refused a draft, which may have been stored elsewhere since it was saved. */
  | { do: 'fail'; draft: Draft; failure: string; isShown: boolean }
  | { do: 'add corner'; photoId: number; corner: ShapePoint }
  | { do: 'remove corner' | 'drop outline' }
  /** The user leaves. What was saved stays until the server has it. */
  | { do: 'drop unsent' }

/** How many keys there are for new findings: as many as are exact in a number. */
const KEYS = 2 ** 52

/** The key of a new finding. No draft has it: neither one of another tab, nor one that was sent before the page was loaded again. */
export function newKey(): number {
  return -1 - Math.floor(Math.random() * KEYS)
}

/**
 * True if the server has the draft just now, or may have it, because the answer was lost. Then its form stays closed: what is typed there
 * would be lost with the answer, or make a second finding.
 */
export function isSending(drafts: readonly Draft[], key: number): boolean {
  return drafts.some((draft) => draft.key === key && isOnItsWay(draft))
}

export function isOnItsWay({ status }: Draft): boolean {
  return status === 'sending' || status === 'waiting'
}

export function changeWork(work: MarkingWork, action: MarkingAction): MarkingWork {
  const next = runAction(work, action)
  return next.drafts.length === 0 && next.outline === null ? NO_WORK : next
}

function runAction(work: MarkingWork, action: MarkingAction): MarkingWork {
  const { drafts, outline } = work
  const edit = (key: number, change: (draft: Draft) => Draft) => ({
    ...work,
    drafts: drafts.map((draft) => (draft.key === key ? change(draft) : draft)),
  })
  const put = (draft: Draft) => {
    // A drag that began before the draft was sent may end after it. It must not open the draft, or bring it back.
    const isGone = draft.key < 0 && !drafts.some(({ key }) => key === draft.key)
    if (isGone || isSending(drafts, draft.key)) return work
    return { ...work, drafts: [...drafts.filter(({ key }) => key !== draft.key), draft] }
  }
  switch (action.do) {
    case 'begin': {
      const begun: Draft = { ...action.draft, past: [], future: [], status: 'open', failure: null }
      return { drafts: [...drafts.map(close), begun], outline: null }
    }
    case 'type':
      return put({ ...action.draft, values: action.values })
    case 'reshape': {
      const { draft, shape } = action
      if (!draft.shape || JSON.stringify(draft.shape) === JSON.stringify(shape)) return work
      return put(withHistory(draft, (history) => change(history, shape)))
    }
    case 'undo':
      return edit(action.key, (draft) => withHistory(draft, undo))
    case 'redo':
      return edit(action.key, (draft) => withHistory(draft, redo))
    case 'drop':
      return { ...work, drafts: drafts.filter(({ key }) => key !== action.key) }
    case 'put aside':
      return edit(action.key, close)
    case 'open':
      if (isSending(drafts, action.key)) return work
      return {
        ...work,
        drafts: drafts.map((draft) =>
          draft.key === action.key ? { ...draft, status: 'open' as const } : close(draft),
        ),
      }
    case 'send': {
      const { key, attempt } = action
      return edit(key, (draft) => ({ ...draft, status: 'sending', failure: null, attempt }))
    }
    case 'settle':
      return { ...work, drafts: drafts.filter(({ attempt }) => attempt !== action.attempt) }
    case 'drop unsent':
      return { drafts: drafts.filter(isOnItsWay), outline: null }
    case 'fail': {
      const { draft, failure, isShown } = action
      const others = drafts.filter(({ key }) => key !== draft.key)
      const status = isShown ? 'open' : 'aside'
      return { ...work, drafts: [...others, { ...draft, status, failure, attempt: undefined }] }
    }
    case 'add corner': {
      const { photoId, corner } = action
      const corners = outline?.photoId === photoId ? outline.corners : []
      return { ...work, outline: { photoId, corners: [...corners, corner] } }
    }
    case 'remove corner': {
      if (!outline) return work
      const corners = outline.corners.slice(0, -1)
      return { ...work, outline: corners.length > 0 ? { ...outline, corners } : null }
    }
    case 'drop outline':
      return { ...work, outline: null }
  }
}

function close(draft: Draft): Draft {
  return draft.status === 'open' ? { ...draft, status: 'aside' } : draft
}

/** The draft after a change, undo or redo of its shape. */
function withHistory(draft: Draft, step: (shapes: History<FindingShape>) => History<FindingShape>): Draft {
  if (!draft.shape) return draft
  const {
    past,
    present: shape,
    future,
  } = step({ past: draft.past, present: draft.shape, future: draft.future })
  return { ...draft, shape, past, future }
}
