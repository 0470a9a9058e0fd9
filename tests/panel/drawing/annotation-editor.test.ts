import { afterEach, expect, test } from 'vitest'
import type { Point, Position } from '#panel/drawing/geometry/point.ts'
import { SPHERE } from '#panel/drawing/geometry/sphere.ts'
import { AnnotationEditor } from '#panel/panorama/annotations/annotation-editor.ts'
import { editorWith, KeptAnnotations, unsavedOf } from '#panel/panorama/annotations/kept-annotations.ts'
import { pictureName } from '#panel/panorama/annotations/save-picture.ts'
import { surfaceOf } from '#panel/panorama/view/surface.ts'
import { ViewCamera } from '#panel/panorama/view/view-camera.ts'
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
    turnToPoint: (point: Point) => camera.look({ ...camera.direction, ...point }),
  }
  const editor = new AnnotationEditor()
  const element = document.body.appendChild(document.createElement('div'))
  const canvas = element.appendChild(document.createElement('canvas'))
  element.getBoundingClientRect = () => new DOMRect(0, 0, 1440, 900)
  canvas.setPointerCapture = () => {}
  const onMove = () => () => {}
  const open = (photoId: number) => {
    const end = editor.attach({ photoId, element, canvas, view, geometry: SPHERE, onMove, draw: () => {} })
    ends.push(end)
    return end
  }
  return { editor, camera, open, close: open(1) }
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function point(type: string, { x, y }: Position, buttons = 1) {
  const init = { pointerId: 1, button: 0, buttons, clientX: x, clientY: y, bubbles: true }
  const event = new PointerEvent(type, init)
  event.getCoalescedEvents = () => []
  document.querySelector('canvas')?.dispatchEvent(event)
}

/** @returns true if the key did something */
function press(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  document.querySelector('canvas')?.dispatchEvent(event)
  return event.defaultPrevented
}

function drag(...positions: Position[]) {
  const [first = { x: 0, y: 0 }] = positions
  point('pointerdown', first)
  for (const position of positions) point('pointermove', position)
  point('pointerup', positions.at(-1) ?? first, 0)
}

const names = (editor: AnnotationEditor) =>
  editor.shown.value.map(({ figure, number }) => `${figure.tool} ${number}`)

function drawn() {
  const opened = openEditor()
  const { editor } = opened
  editor.choose('rectangle')
  drag({ x: 300, y: 200 }, { x: 500, y: 400 })
  editor.choose('circle')
  drag({ x: 900, y: 400 }, { x: 1000, y: 400 })
  editor.choose(undefined)
  return opened
}

test('each change can be undone and redone, also clearing', () => {
  const { editor } = drawn()
  editor.choose('pen')
  drag({ x: 100, y: 100 }, { x: 120, y: 130 }, { x: 160, y: 140 })
  expect(names(editor)).toEqual(['rectangle 1', 'circle 1', 'pen 1'])
  editor.undo()
  expect(names(editor)).toEqual(['rectangle 1', 'circle 1'])
  editor.removeAll()
  expect(names(editor)).toEqual([])
  editor.undo()
  expect(names(editor)).toEqual(['rectangle 1', 'circle 1'])
  editor.redo()
  expect(names(editor)).toEqual([])
  editor.undo()
  editor.undo()
  expect(names(editor)).toEqual(['rectangle 1'])
  editor.choose('rectangle')
  drag({ x: 100, y: 700 }, { x: 200, y: 800 })
  editor.redo()
  expect(names(editor)).toEqual(['rectangle 1', 'rectangle 2'])
})

test('a figure is selected at its edge, moved with the pointer and deleted', () => {
  const { editor, camera } = drawn()
  expect(editor.begin({ x: 400, y: 300 })).toBeUndefined()
  drag({ x: 300, y: 300 }, { x: 330, y: 250 })
  const { figure } = editor.selected.value ?? {}
  const corner = figure?.tool === 'rectangle' ? figure.points[0] : undefined
  expect(corner && editor.at(camera.project(corner) ?? { x: 0, y: 0 })?.figure).toBe(figure)
  expect(editor.at({ x: 330, y: 250 })?.figure).toBe(figure)
  press('Delete')
  expect(names(editor)).toEqual(['circle 1'])
  editor.undo()
  editor.undo()
  expect(editor.at({ x: 300, y: 300 })?.figure.tool).toBe('rectangle')
})

test('a click does not move a figure, and arrow keys move it in one step of the history', () => {
  const { editor, camera } = drawn()
  drag({ x: 1000, y: 400 }, { x: 1002, y: 401 })
  const before = editor.selected.value?.figure
  for (let times = 0; times < 3; times += 1) press('ArrowRight')
  const after = editor.selected.value?.figure
  const centre = after?.tool === 'circle' ? after.points[0] : undefined
  expect(centre && camera.project(centre)?.x).toBeCloseTo(915, 3)
  editor.undo()
  expect(editor.selected.value?.figure).toBe(before)
})

test('Escape cancels the text, then the drawing, then the selection, then the tool, and then closes the tools', () => {
  const { editor } = drawn()
  editor.choose('text')
  drag({ x: 600, y: 600 })
  editor.texts.type('çatlak')
  expect(press('Escape')).toBe(true)
  expect(editor.texts.writing.value).toBeUndefined()
  editor.choose('rectangle')
  drag({ x: 300, y: 300 })
  expect(editor.selected.value?.figure.tool).toBe('rectangle')
  point('pointerdown', { x: 600, y: 600 })
  point('pointermove', { x: 700, y: 700 })
  expect(editor.shown.value).toHaveLength(3)
  press('Escape')
  expect(editor.shown.value).toHaveLength(2)
  press('Escape')
  expect(editor.selected.value).toBeUndefined()
  expect(editor.tool.value).toBe('rectangle')
  press('Escape')
  expect(editor.tool.value).toBeUndefined()
  press('Escape')
  expect(editor.isOpen.value).toBe(false)
  expect(press('Escape')).toBe(false)
})

test('an empty text is refused, and a typed text is kept when the user opens another photo', () => {
  const { editor, open, close } = openEditor()
  editor.choose('text')
  drag({ x: 600, y: 600 })
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
  editor.removeAll()
  expect(holdsUnsaved.value).toBe(false)
})

test('a figure can be added without a pointer, and the view turns to a figure that is not visible', () => {
  const { editor, camera } = openEditor()
  editor.choose('circle')
  press('Enter')
  const { value: circle } = editor.selected
  const centre = circle?.figure.tool === 'circle' ? circle.figure.points[0] : undefined
  expect(centre && camera.project(centre)?.x).toBeCloseTo(720, 3)
  camera.look({ yaw: 170, pitch: 0, fov: 60 })
  press('ArrowRight')
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
  drag({ x: 600, y: 400 }, { x: 700, y: 500 })
  editor.choose('text')
  drag({ x: 300, y: 300 })
  editor.texts.type('Çatlak')

  const stored = JSON.parse(JSON.stringify(unsavedOf(editor)))
  const restored = editorWith(KeptAnnotations.parse(stored))
  restored.store.open(1)
  expect(names(restored)).toEqual(['rectangle 1', 'text 1'])
  expect(restored.store.holdsUnsaved.value).toBe(true)
  const added = restored.store.add({ tool: 'text', points: [{ yaw: 0, pitch: 0 }], text: 'Yeni' })
  expect(restored.store.annotations.value.filter(({ id }) => id === added.id)).toHaveLength(1)

  editor.texts.finish()
  editor.markSaved()
  expect(unsavedOf(editor)).toBeUndefined()
})
