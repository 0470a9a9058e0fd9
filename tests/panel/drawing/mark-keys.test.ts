import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import types from '#content/findings/types.json'
import { severityOfKey } from '#panel/findings/finding-type-field.tsx'
import { TOOL_KEYS, TURN_KEY } from '#panel/panorama/annotations/annotation.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { viewKey } from '#panel/panorama/view-keys.ts'
import { HIDE_KEY, MARK_TOOL_KEYS, REPEAT_KEY } from '#panel/ui/keys/mark-keys.ts'

const PANEL = join(import.meta.dirname, '../../../panel')
const KEYS = [...Object.values(MARK_TOOL_KEYS), REPEAT_KEY, HIDE_KEY]

/** The files in which the lightbox and the 360° view name their keys, as names of handlers or of panels; `x: 0` is a position. */
const KEY_FILES = [
  'photos/lightbox/use-stage.ts',
  'turbine-page/open-lightbox.tsx',
  'turbine-page/panorama/panorama-screen.tsx',
  'turbine-page/panorama/use-split.ts',
]
const keysIn = (file: string) =>
  [...readFileSync(join(PANEL, file), 'utf8').matchAll(/\b([a-z]): (?!\d)|shortcut: '([a-z])'/g)].map(
    ([, handler, panel]) => handler ?? panel,
  )

it('gives every command of the marks its own key', () => {
  expect(new Set(KEYS).size).toBe(KEYS.length)
})

it('uses no key that another tool of the lightbox or of the 360° view has', () => {
  const others = KEY_FILES.flatMap(keysIn)
  // Otherwise the test would read nothing.
  expect(others).toEqual(expect.arrayContaining(['l', 'b', 'f', 'k', 'i', 'c', 'y', 'h', 'm']))
  const annotations = [...Object.values(TOOL_KEYS), TURN_KEY].map((key) => key.toLowerCase())
  expect(KEYS.filter((key) => [...others, ...annotations].includes(key))).toEqual([])
  const view = { direction: { yaw: 0, pitch: 0, fov: 75 } } as PanoramaView
  const keyed = (key: string) => viewKey(view, { key, shiftKey: false } as KeyboardEvent)
  expect(keyed('w')).toBeDefined()
  expect(KEYS.filter(keyed)).toEqual([])
})

it('takes a digit as a severity, because no name of a type has one', () => {
  expect(types.types.filter(({ tr, en }) => /\d/.test(tr + en))).toEqual([])
  expect(['1', '5', '0', '-', '6', 'a'].map(severityOfKey)).toEqual([1, 5, null, null, undefined, undefined])
})
