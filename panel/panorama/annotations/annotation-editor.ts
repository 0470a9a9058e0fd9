import { batch, computed, signal } from '@preact/signals-react'
import { Drawing, type DrawingUser } from '#panel/drawing/drawing.ts'
import type { Geometry } from '#panel/drawing/geometry/geometry.ts'
import type { Point, Position } from '#panel/drawing/geometry/point.ts'
import { clickStroke, type Stroke, shapeStroke } from '#panel/drawing/stroke.ts'
import { middleOf, type Surface } from '#panel/drawing/surface.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import {
  type Annotation,
  type Announcement,
  anchorOf,
  type Figure,
  replaceFigure,
  TOOL_KEYS,
  TOOLS,
  type Tool,
  TURN_KEY,
} from './annotation.ts'
import { AnnotationStore } from './annotation-store.ts'
import { beginFigure, figureInMiddle } from './draw-figure.ts'
import { distanceTo, type PlacedFigure, placeFigure } from './placed-figure.ts'
import { textWidth } from './text-width.ts'
import { TextWriter } from './text-writer.ts'

/** The picture under the annotations. */
export interface AnnotatedPicture extends Surface {
  photoId: number
  canvas: HTMLElement
  view: Pick<PanoramaView, 'project' | 'unproject' | 'direction' | 'turnToPoint'>
  geometry: Geometry
  /** Places the annotations on the screen. */
  draw: () => void
}

/** Edits the annotations of the open photo by pointer and by keyboard. */
export class AnnotationEditor implements DrawingUser {
  readonly store = new AnnotationStore()
  readonly announcement = signal<Announcement | undefined>(undefined)
  readonly texts = new TextWriter((figure, id) => this.#keep(figure, id, 'changed'))
  readonly isOpen = signal(false)
  readonly tool = signal<Tool | undefined>(undefined)
  readonly #selectedId = signal<number | undefined>(undefined)
  /** The annotation that is being drawn or moved; without `id` it is a new one. */
  readonly #draft = signal<{ id: number | undefined; figure: Figure } | undefined>(undefined)
  readonly #picture = signal<AnnotatedPicture | undefined>(undefined)
  #drawing: Drawing | undefined

  readonly isReady = computed(() => this.#picture.value !== undefined)
  readonly selected = computed(() => this.store.find(this.#selectedId.value))

  /** The annotations to render: with the one that is being drawn or moved, and without the text that is being typed. */
  readonly shown = computed<readonly Annotation[]>(() => {
    const { value: draft } = this.#draft
    const writtenId = this.texts.writing.value?.id
    const kept = this.store.annotations.value.filter(({ id }) => id !== writtenId)
    if (!draft) return kept
    const { id, figure } = draft
    return id === undefined ? [...kept, { id: 0, number: 0, figure }] : replaceFigure(kept, id, figure)
  })

  readonly draw = () => this.#requirePicture().draw()
  readonly clear = () => {
    this.#draft.value = undefined
  }
  readonly miss = () => this.select(undefined)
  readonly isDrawing = () => this.isOpen.value
  readonly turnsBySpace = () => this.tool.value !== undefined

  /** Starts to edit the annotations of a picture. @returns a function that stops it and keeps a typed text */
  attach(picture: AnnotatedPicture): () => void {
    const drawing = new Drawing(picture, () => this)
    this.#drawing = drawing
    this.#picture.value = picture
    this.store.open(picture.photoId)
    return () => {
      drawing.dispose()
      this.texts.finish()
      this.select(undefined)
      this.#picture.value = undefined
    }
  }

  toggle(): void {
    if (this.isOpen.value) this.close()
    else this.isOpen.value = true
  }

  close(): void {
    this.choose(undefined)
    this.select(undefined)
    this.isOpen.value = false
  }

  /** Selects a tool; undefined selects no tool. */
  choose(tool: Tool | undefined): void {
    batch(() => {
      this.#drawing?.cancel()
      this.texts.finish()
      if (tool) this.select(undefined)
      this.tool.value = tool
      this.isOpen.value = true
    })
  }

  select(id: number | undefined): void {
    this.#selectedId.value = id
  }

  /** Projects a figure to the screen. */
  place(figure: Figure): PlacedFigure {
    const { geometry, view } = this.#requirePicture()
    return placeFigure(figure, { geometry, project: (point) => view.project(point), textWidth })
  }

  /** The annotation that is nearest to a position, within the tolerance. If several are equally near, the one that was drawn last. */
  at(position: Position): Annotation | undefined {
    const { value: annotations } = this.store.annotations
    const distances = annotations.map(({ figure }) => distanceTo(this.place(figure), position))
    const nearest = Math.min(...distances)
    return Number.isFinite(nearest) ? annotations[distances.lastIndexOf(nearest)] : undefined
  }

  /** The width of the view in CSS pixels. */
  get width(): number {
    return this.#requirePicture().element.clientWidth
  }

  /** The position of a point on the screen. */
  project(point: Point): Position | undefined {
    return this.#requirePicture().view.project(point)
  }

  begin(from: Position): Stroke | undefined {
    if (!this.isOpen.value) return undefined
    // While the user types a text, a press elsewhere only finishes the text.
    if (this.texts.finish()) return clickStroke()
    const { view } = this.#requirePicture()
    const target = this.at(from)
    const { value: tool } = this.tool
    if (tool === 'text') return { draw: () => {}, end: () => this.texts.begin(this.#pointAt(from)) }
    if (!tool && !target) return undefined
    if (!tool) this.select(target?.id)
    const start = this.#pointAt(from)
    const id = tool ? undefined : target?.id
    return shapeStroke({
      shapeAt: tool
        ? beginFigure(tool, from, view)
        : (to) => target && this.#moveFigure(target.figure, start, this.#pointAt(to)),
      show: (figure) => {
        if (figure) this.#draft.value = { id, figure }
      },
      keep: (figure) => this.#keep(figure, id, 'moved'),
      click: () => this.select(target?.id),
    })
  }

  hover(at: Position, turns: boolean): void {
    const { value: tool } = this.tool
    const { style } = this.#requirePicture().canvas
    if (!this.isOpen.value || turns) style.cursor = ''
    else if (tool) style.cursor = tool === 'text' ? 'text' : 'crosshair'
    else style.cursor = this.at(at) ? 'move' : ''
  }

  /** Starts to edit the text at a position, if there is one. */
  doubleClick(at: Position): void {
    const annotation = this.isOpen.value && !this.tool.value ? this.at(at) : undefined
    if (annotation) this.texts.change(annotation)
  }

  letters(): Record<string, () => void> {
    const tools = TOOLS.map((one) => {
      const choose = () => this.choose(this.tool.value === one ? undefined : one)
      return [TOOL_KEYS[one].toLowerCase(), choose]
    })
    const turn = this.isOpen.value && { [TURN_KEY.toLowerCase()]: () => this.choose(undefined) }
    return { ...Object.fromEntries(tools), ...turn }
  }

  /** Adds an annotation in the middle of the view, for users without a pointer, or edits the selected text. The pen cannot do this. */
  finish(): boolean {
    const { value: tool } = this.tool
    if (this.selected.value && this.texts.change(this.selected.value)) return true
    const picture = this.#requirePicture()
    const middle = middleOf(picture)
    if (tool === 'text') this.texts.begin(this.#pointAt(middle))
    const figure = tool && figureInMiddle(tool, middle, picture.view)
    if (figure) {
      const added = this.store.add(figure)
      this.choose(undefined)
      this.select(added.id)
      this.#announce('added', added)
    }
    return tool !== undefined
  }

  /** Moves the selected annotation on the screen; with Shift five times as far. */
  nudge(by: Position, { shiftKey }: Pick<KeyboardEvent, 'shiftKey'>, target: Element): boolean {
    const { value: annotation } = this.selected
    // In a toolbar, the arrow keys move between the buttons.
    if (!annotation || target.closest('[role=toolbar]')) return false
    const { id, figure } = annotation
    const anchor = anchorOf(figure)
    const from = anchor && this.project(anchor)
    const times = shiftKey ? 5 : 1
    if (!from) this.reveal(annotation)
    else {
      const to = this.#pointAt({ x: from.x + by.x * times, y: from.y + by.y * times })
      this.store.replace(id, this.#moveFigure(figure, anchor, to), true)
      this.#announce('moved', annotation)
    }
    return true
  }

  /** Turns the view to an annotation if its anchor is not in view. */
  reveal({ figure }: Annotation): void {
    const { view, element } = this.#requirePicture()
    const anchor = anchorOf(figure)
    const at = anchor && view.project(anchor)
    const { width, height } = element.getBoundingClientRect()
    const isInView = at && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height
    if (anchor && !isInView) view.turnToPoint(anchor)
  }

  /** Deletes the selected annotation. */
  remove(): boolean {
    const { value: annotation } = this.selected
    if (!annotation) return false
    this.store.remove(annotation.id)
    this.#announce('deleted', annotation)
    return true
  }

  removeAll(): void {
    this.#drawing?.cancel()
    this.texts.drop()
    this.store.clear()
    this.#announce('cleared')
  }

  undo(): boolean {
    return this.#step('undone', this.store.canUndo.value, () => this.store.undo())
  }

  redo(): boolean {
    return this.#step('redone', this.store.canRedo.value, () => this.store.redo())
  }

  markSaved(): void {
    this.store.markSaved()
    this.#announce('saved')
  }

  /** Does the first possible one of these: drops the text, clears the selection, deselects the tool, closes the tools. */
  escape(): boolean {
    if (this.texts.drop()) return true
    if (this.selected.value) this.select(undefined)
    else if (this.tool.value) this.tool.value = undefined
    else if (this.isOpen.value) this.isOpen.value = false
    else return false
    return true
  }

  #step(what: 'undone' | 'redone', isPossible: boolean, step: () => void): boolean {
    if (!this.isOpen.value) return false
    this.#drawing?.cancel()
    if (isPossible) {
      step()
      this.#announce(what)
    }
    return true
  }

  /** Adds a figure, or changes that of an annotation, if it still exists. */
  #keep(figure: Figure, id: number | undefined, what: 'moved' | 'changed'): void {
    if (id === undefined) this.#announce('added', this.store.add(figure))
    else if (this.store.find(id)) {
      this.store.replace(id, figure)
      this.#announce(what, this.store.find(id))
    }
  }

  #moveFigure(figure: Figure, from: Point, to: Point): Figure {
    return { ...figure, points: figure.points.map(this.#requirePicture().geometry.movement(from, to)) }
  }

  #announce(what: Announcement['what'], annotation?: Annotation): void {
    this.announcement.value = { what, annotation }
  }

  #pointAt({ x, y }: Position): Point {
    return this.#requirePicture().view.unproject(x, y)
  }

  #requirePicture(): AnnotatedPicture {
    const { value: picture } = this.#picture
    if (!picture) throw new Error('There is no picture')
    return picture
  }
}
