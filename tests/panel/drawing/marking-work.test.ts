import { expect, it } from 'vitest'
import type { FindingShape, ShapePoint } from '#domain/findings/finding-shape.ts'
import { newValues } from '#panel/findings/finding-values.ts'
import {
  changeWork,
  type Draft,
  type MarkingAction,
  NO_WORK,
  newKey,
} from '#panel/findings/outbox/marking-work.ts'

const VALUES = newValues({ blade: 'A', room: '3' })
const point = (x: number): FindingShape => ({ on: 'image', kind: 'point', points: [[x, 0.5]] })
const begin = (x: number, key = -1): MarkingAction => ({
  do: 'begin',
  draft: { key, photoId: 1, shape: point(x), values: VALUES },
})
const after = (...actions: MarkingAction[]) => actions.reduce(changeWork, NO_WORK)
const only = ({ drafts }: { drafts: readonly Draft[] }): Draft => {
  const [draft, ...others] = drafts
  if (!draft || others.length > 0) throw new Error(`There are ${drafts.length} drafts`)
  return draft
}

it('opens the form of a new mark, and closes that of the mark before it without losing it', () => {
  const { drafts } = after(begin(0.1), begin(0.2, -2))
  expect(drafts.map(({ key, status }) => ({ key, status }))).toEqual([
    { key: -1, status: 'aside' },
    { key: -2, status: 'open' },
  ])
})

it('undoes and redoes movements; a new movement forgets what was undone', () => {
  const begun = after(begin(0.1))
  const reshape = (work: typeof begun, x: number) =>
    changeWork(work, { do: 'reshape', draft: only(work), shape: point(x) })
  const twice = reshape(reshape(begun, 0.2), 0.3)
  const undone = changeWork(twice, { do: 'undo', key: -1 })
  expect(only(undone).shape).toEqual(point(0.2))
  expect(only(changeWork(undone, { do: 'redo', key: -1 })).shape).toEqual(point(0.3))
  const other = reshape(undone, 0.9)
  expect(only(changeWork(other, { do: 'redo', key: -1 })).shape).toEqual(point(0.9))
  const back = [1, 2, 3].reduce((work) => changeWork(work, { do: 'undo', key: -1 }), other)
  expect(only(back).shape).toEqual(point(0.1))
})

it('keeps what was typed when the server refuses it', () => {
  const begun = after(begin(0.1))
  const typed = changeWork(begun, {
    do: 'type',
    draft: only(begun),
    values: { ...VALUES, type: 'impact', text: 'Delik' },
  })
  const sent = changeWork(typed, { do: 'send', key: -1, attempt: 'one' })
  expect(only(sent).status).toBe('sending')
  const failed = only(
    changeWork(sent, { do: 'fail', draft: only(sent), failure: 'Bağlantı yok', isShown: true }),
  )
  expect(failed).toMatchObject({ status: 'open', failure: 'Bağlantı yok', values: { text: 'Delik' } })
})

it('collects the corners of a polygon for one photo, and starts anew on another', () => {
  const corner = (photoId: number, at: ShapePoint): MarkingAction => ({
    do: 'add corner',
    photoId,
    corner: at,
  })
  const two = after(corner(1, [0.1, 0.1]), corner(1, [0.2, 0.1]))
  expect(two.outline?.corners).toHaveLength(2)
  expect(changeWork(two, corner(2, [0.5, 0.5])).outline).toEqual({ photoId: 2, corners: [[0.5, 0.5]] })
  const none = changeWork(changeWork(two, { do: 'remove corner' }), { do: 'remove corner' })
  expect(none).toBe(NO_WORK)
})

it('is the same empty work again after the last draft is gone, so that leaving asks nothing', () => {
  expect(after(begin(0.1), { do: 'drop', key: -1 })).toBe(NO_WORK)
})

it('gives each new finding a key of its own, which is not the id of a finding', () => {
  const keys = Array.from({ length: 100 }, newKey)
  expect(new Set(keys).size).toBe(100)
  expect(keys.every((key) => key < 0 && Number.isSafeInteger(key))).toBe(true)
})

it('gives back a refused finding that the browser has stored elsewhere since it was saved', () => {
  const sent = changeWork(after(begin(0.1)), { do: 'send', key: -1, attempt: 'one' })
  expect(changeWork(sent, { do: 'settle', attempt: 'one' })).toBe(NO_WORK)
  const back = changeWork(NO_WORK, { do: 'fail', draft: only(sent), failure: 'Yok', isShown: false })
  expect(only(back)).toMatchObject({ status: 'aside', failure: 'Yok', attempt: undefined })
})

it('neither opens nor changes a draft that is being sent', () => {
  const begun = after(begin(0.1))
  const draft = only(begun)
  const sent = changeWork(begun, { do: 'send', key: -1, attempt: 'one' })
  const late: MarkingAction[] = [
    { do: 'open', key: -1 },
    { do: 'type', draft, values: { ...VALUES, text: 'Delik' } },
    // The drag began before the draft was sent.
    { do: 'reshape', draft, shape: point(0.9) },
  ]
  for (const action of late) expect(changeWork(sent, action)).toEqual(sent)
  // Another draft keeps its open form.
  const other = changeWork(sent, begin(0.2, -2))
  expect(changeWork(other, { do: 'open', key: -1 })).toEqual(other)
})

it('does not bring back a new finding whose answer came during a drag', () => {
  const draft = only(after(begin(0.1)))
  expect(after({ do: 'reshape', draft, shape: point(0.9) })).toBe(NO_WORK)
})
