import { type Action, type Caller, may } from '#domain/permissions.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { HIDE_KEY, KEYS_KEY, LOOK_KEY, MARK_TOOL_KEYS, REPEAT_KEY } from './mark-keys.ts'

/** The screens that are worked on with keys. */
export type KeyScreen = 'photo' | 'panorama' | 'review'
/** What has to be there beside the right: a picture on a plane, a photo to compare with, findings to decide about, a decision to take back. */
export type KeyCondition = 'scale' | 'compare' | 'findings' | 'acceptable' | 'undo'

interface ScreenKey {
  on: readonly KeyScreen[]
  keys: readonly string[]
  does: MessageId
  /** Without it, everybody who sees the screen may. */
  right?: Action
  needs?: KeyCondition
}

const photos = ['photo', 'panorama'] as const
const marks = { on: photos, right: 'finding.add' } as const
const review = { on: ['review'], needs: 'findings' } as const

/** Every key of these screens with what it does, in the order of the work. The help of each screen lists those that its user can press. */
const SCREEN_KEYS: readonly ScreenKey[] = [
  { ...marks, keys: [MARK_TOOL_KEYS.box.toUpperCase()], does: 'marks.tool.box' },
  { ...marks, keys: [MARK_TOOL_KEYS.polygon.toUpperCase()], does: 'marks.tool.polygon' },
  { ...marks, keys: [REPEAT_KEY.toUpperCase()], does: 'marks.keys.repeat' },
  {
    ...marks,
    keys: [MARK_TOOL_KEYS.reference.toUpperCase()],
    does: 'marks.tool.reference',
    needs: 'scale',
  },
  { ...marks, keys: ['Enter'], does: 'marks.keys.draw' },
  { ...marks, keys: ['1–5'], does: 'marks.keys.severity' },
  { ...marks, keys: ['0', '–'], does: 'findings.severity.none' },
  { ...marks, keys: ['Enter', 'Enter'], does: 'marks.keys.keep' },
  { ...marks, keys: ['1–5', 'Enter'], does: 'marks.keys.gradeAndKeep' },
  { ...marks, keys: ['Enter'], does: 'marks.keys.line' },
  { ...marks, keys: ['Esc'], does: 'marks.keys.close' },
  { ...marks, keys: ['Ctrl', 'Z'], does: 'marks.keys.undo' },
  { ...marks, keys: ['Shift', '←→↑↓'], does: 'marks.keys.move' },
  { ...marks, keys: ['Delete'], does: 'marks.keys.corner' },
  { ...marks, keys: ['Alt'], does: 'marks.keys.pan' },
  { on: photos, keys: [LOOK_KEY.toUpperCase()], does: 'marks.keys.look', right: 'photo.look' },
  { on: photos, keys: ['Tab'], does: 'marks.keys.handles' },
  { on: photos, keys: [HIDE_KEY.toUpperCase()], does: 'marks.keys.hide' },
  { on: photos, keys: ['←', '→'], does: 'keys.photos' },
  { on: ['panorama'], keys: ['Page Up', 'Page Down'], does: 'keys.rooms' },
  { on: ['panorama'], keys: ['W', 'A', 'S', 'D'], does: 'keys.turn' },
  { on: photos, keys: ['+', '−'], does: 'keys.zoom' },
  { on: ['photo'], keys: ['0'], does: 'lightbox.fit' },
  { on: ['photo'], keys: ['1'], does: 'keys.actualSize' },
  { on: ['photo'], keys: ['L'], does: 'lightbox.loupe' },
  { on: ['photo'], keys: ['B'], does: 'lightbox.light' },
  { on: ['photo'], keys: ['K'], does: 'keys.compare', needs: 'compare' },
  { on: ['photo'], keys: ['I'], does: 'lightbox.details' },
  { on: ['photo'], keys: ['M'], does: 'findings.title' },
  { on: ['photo'], keys: ['C'], does: 'comments.title' },
  { on: ['panorama'], keys: ['0'], does: 'panorama.reset' },
  { on: ['panorama'], keys: ['L'], does: 'panorama.level' },
  { on: ['panorama'], keys: ['Y'], does: 'panorama.split.open', needs: 'compare' },
  { on: ['panorama'], keys: ['M'], does: 'panorama.sidebar' },
  { on: photos, keys: ['F'], does: 'lightbox.fullScreen' },
  { on: photos, keys: [KEYS_KEY], does: 'marks.keys' },
  { ...review, keys: ['Enter'], does: 'review.key.accept' },
  { ...review, keys: ['Shift', 'A'], does: 'review.key.acceptLeft', needs: 'acceptable' },
  { ...review, keys: ['G'], does: 'review.key.return' },
  { ...review, keys: ['1–5'], does: 'review.key.severity' },
  { ...review, keys: ['U'], does: 'review.key.undo', needs: 'undo' },
  { ...review, keys: ['Z'], does: 'review.key.zoom' },
  { ...review, keys: ['O'], does: 'review.key.open' },
  { ...review, keys: ['↑', '↓'], does: 'review.key.move' },
  { ...review, keys: ['Page Up', 'Page Down'], does: 'review.key.scroll' },
  { on: ['review'], keys: ['Esc'], does: 'review.key.close' },
]

/** The keys that this user can press on a screen of a turbine of the company, in the order of the work. */
export function keysOn(
  screen: KeyScreen,
  caller: Caller,
  companyId: number,
  conditions: readonly KeyCondition[],
): readonly Pick<ScreenKey, 'keys' | 'does'>[] {
  return SCREEN_KEYS.filter(
    ({ on, right, needs }) =>
      on.includes(screen) &&
      (right === undefined || may(caller, right, companyId)) &&
      (needs === undefined || conditions.includes(needs)),
  )
}
