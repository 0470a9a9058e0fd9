// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { AnnotationEditor } from '#panel/panorama/annotations/annotation-editor.ts'
import { SPHERE } from '#panel/panorama/annotations/geometry/sphere.ts'
import { editorWith, KeptAnnotations, unsavedOf } from '#panel/panorama/annotations/kept-annotations.ts'
import { pictureName } from '#panel/panorama/annotations/save-picture.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import { surfaceOf } from '#panel/panorama/view/surface.ts'
import { type Position, ViewCamera } from '#panel/panorama/view/view-camera.ts'
import { WHOLE_SPHERE } from '../../support/files/whole-sphere.ts'

/** An editor on a sphere that is shown at 1440 × 900 pixels. */
function openEditor() {
  const camera = new ViewCamera()
  camera.lookAt(surfaceOf(WHOLE_SPHERE))
  camera.setSize(1440, 900)
  const view = {
    project: camera.project.bind(camera),
    unproject: (x: number, y: number) => camera.unproject({ x, y }),
    get direction() {
      return camera.direction
    },
    turnTo: (direction: Direction) => camera.look(direction),
  }
  const editor = new AnnotationEditor()
  const size = () => ({ width: 1440, height: 900 })
  const open = (photoId: number) => editor.attach({ photoId, view, geometry: SPHERE, size })
  return { editor, camera, open, close: open(1) }
}

function drag(editor: AnnotationEditor, ...positions: Position[]) {
  const [first = { x: 0, y: 0 }, ...rest] = positions
  editor.press(first)
  for (const position of rest) editor.drag(position)
  editor.release()
}

const names = (editor: AnnotationEditor) =>
  editor.shown.value.map(({ figure, number }) => `${figure.tool} ${number}`)

function drawn() {
  const opened = openEditor()
  const { editor } = opened
  editor.choose('rectangle')
  drag(editor, { x: 300, y: 200 }, { x: 500, y: 400 })
  editor.choose('circle')
  drag(editor, { x: 900, y: 400 }, { x: 1000, y: 400 })
  editor.choose(undefined)
  return opened
}

test('each change can be undone and redone, also clearing', () => {
  const { editor } = drawn()
  editor.choose('pen')
  drag(editor, { x: 100, y: 100 }, { x: 120, y: 130 }, { x: 160, y: 140 })
  expect(names(editor)).toEqual(['rectangle 1', 'circle 1', 'pen 1'])
  editor.undo()
  expect(names(editor)).toEqual(['rectangle 1', 'circle 1'])
  editor.clear()
  expect(names(editor)).toEqual([])
  editor.undo()
  expect(names(editor)).toEqual(['rectangle 1', 'circle 1'])
  editor.redo()
  expect(names(editor)).toEqual([])
  editor.undo()
  editor.undo()
  expect(names(editor)).toEqual(['rectangle 1'])
  editor.choose('rectangle')
  drag(editor, { x: 100, y: 700 }, { x: 200, y: 800 })
  editor.redo()
  expect(names(editor)).toEqual(['rectangle 1', 'rectangle 2'])
})

test('a figure is selected at its edge, moved with the pointer and deleted', () => {
  const { editor, camera } = drawn()
  expect(editor.press({ x: 400, y: 300 })).toBe(false)
  drag(editor, { x: 300, y: 300 }, { x: 330, y: 250 })
  const { figure } = editor.selected.value ?? {}
  const corner = figure?.tool === 'rectangle' ? figure.corners[0] : undefined
  expect(corner && editor.at(camera.project(corner) ?? { x: 0, y: 0 })?.figure).toBe(figure)
  expect(editor.at({ x: 330, y: 250 })?.figure).toBe(figure)
  editor.removeSelected()
  expect(names(editor)).toEqual(['circle 1'])
  editor.undo()
  editor.undo()
  expect(editor.at({ x: 300, y: 300 })?.figure.tool).toBe('rectangle')
})

test('a click does not move a figure, and arrow keys move it in one step of the history', () => {
  const { editor, camera } = drawn()
  drag(editor, { x: 1000, y: 400 }, { x: 1002, y: 401 })
  const before = editor.selected.value?.figure
  for (let press = 0; press < 3; press += 1) editor.nudge({ x: 5, y: 0 })
  const after = editor.selected.value?.figure
  expect(after?.tool === 'circle' && camera.project(after.centre)?.x).toBeCloseTo(915, 3)
  editor.undo()
  expect(editor.selected.value?.figure).toBe(before)
})

test('Escape cancels the text, then the drawing, then the selection, then the tool, and then closes the tools', () => {
  const { editor } = drawn()
  editor.choose('text')
  drag(editor, { x: 600, y: 600 })
  editor.texts.type('çatlak')
  expect(editor.escape()).toBe(true)
  expect(editor.texts.writing.value).toBeUndefined()
  editor.choose('rectangle')
  drag(editor, { x: 300, y: 300 })
  expect(editor.selected.value?.figure.tool).toBe('rectangle')
  editor.press({ x: 600, y: 600 })
  editor.drag({ x: 700, y: 700 })
  expect(editor.shown.value).toHaveLength(3)
  editor.escape()
  expect(editor.shown.value).toHaveLength(2)
  editor.escape()
  expect(editor.selected.value).toBeUndefined()
  expect(editor.tool.value).toBe('rectangle')
  editor.escape()
  expect(editor.tool.value).toBeUndefined()
  editor.escape()
  expect(editor.isOpen.value).toBe(false)
  expect(editor.escape()).toBe(false)
})

test('an empty text is refused, and a typed text is kept when the user opens another photo', () => {
  const { editor, open, close } = openEditor()
  editor.choose('text')
  drag(editor, { x: 600, y: 600 })
  editor.texts.type('   ')
  editor.texts.keep()
  expect(editor.texts.writing.value?.isRefused).toBe(true)
  editor.texts.type('çatlak')
  expect(editor.texts.writing.value?.isRefused).toBe(false)
  close()
  const closeSecond = open(2)
  expect(names(editor)).toEqual([])
  closeSecond()
  open(1)
  expect(names(editor)).toEqual(['text 1'])
})

test('annotations count as unsaved until they are saved as a picture or deleted', () => {
  const { editor } = drawn()
  const { holdsUnsaved } = editor.store
  expect(holdsUnsaved.value).toBe(true)
  editor.markSaved()
  expect(holdsUnsaved.value).toBe(false)
  editor.undo()
  expect(holdsUnsaved.value).toBe(true)
  editor.clear()
  expect(holdsUnsaved.value).toBe(false)
})

test('a figure can be added without a pointer, and the view turns to a figure that is not visible', () => {
  const { editor, camera } = openEditor()
  editor.choose('circle')
  editor.placeInMiddle()
  const { value: circle } = editor.selected
  expect(circle?.figure.tool === 'circle' && camera.project(circle.figure.centre)?.x).toBeCloseTo(720, 3)
  camera.look({ yaw: 170, pitch: 0, fov: 60 })
  editor.nudge({ x: 5, y: 0 })
  expect(camera.direction.yaw).toBeCloseTo(0, 3)
  expect(editor.selected.value).toBe(circle)
})

test('the file name of a picture names what it shows', () => {
  expect(pictureName(['Çeşme 1', 'A', 'Tip-WW', 2026])).toBe('Çeşme-1_A_Tip-WW_2026.png')
  expect(pictureName(['../etc: "x"?', 'B', 'Oda 12', 2025])).toBe('etc-x_B_Oda-12_2025.png')
})

test('annotations in no saved picture, and the text that is being typed, can be stored and restored', () => {
  const { editor } = openEditor()
  expect(unsavedOf(editor)).toBeUndefined()
  editor.choose('rectangle')
  drag(editor, { x: 600, y: 400 }, { x: 700, y: 500 })
  editor.choose('text')
  drag(editor, { x: 300, y: 300 })
  editor.texts.type('Çatlak')

  const stored = JSON.parse(JSON.stringify(unsavedOf(editor)))
  const restored = editorWith(KeptAnnotations.parse(stored))
  restored.store.open(1)
  expect(names(restored)).toEqual(['rectangle 1', 'text 1'])
  expect(restored.store.holdsUnsaved.value).toBe(true)
  const added = restored.store.add({ tool: 'text', at: { yaw: 0, pitch: 0 }, text: 'Yeni' })
  expect(restored.store.annotations.value.filter(({ id }) => id === added.id)).toHaveLength(1)

  editor.texts.finish()
  editor.markSaved()
  expect(unsavedOf(editor)).toBeUndefined()
})
