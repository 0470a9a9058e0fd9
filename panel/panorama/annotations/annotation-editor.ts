import { batch, computed, signal } from '@preact/signals-react'
import type { Point } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import type { Position } from '#panel/panorama/view/view-camera.ts'
import { type Annotation, anchorOf, type Figure, moved, type Tool } from './annotation.ts'
import { AnnotationStore } from './annotation-store.ts'
import type { Announcement } from './announcement.ts'
import { beginFigure, figureInMiddle } from './draw-figure.ts'
import type { Geometry, Project } from './geometry/geometry.ts'
import { replaced } from './history.ts'
import { distanceTo, type PlacedFigure, placeFigure } from './placed-figure.ts'
import { textWidth } from './text-width.ts'
import { TextWriter } from './text-writer.ts'
import { CLICK_SLOP } from './watch-pointers.ts'

/** The picture under the annotations. */
export interface AnnotatedPicture {
  photoId: number
  view: Pick<PanoramaView, 'project' | 'unproject' | 'direction' | 'turnTo'>
  geometry: Geometry
  /** The size of the view in CSS pixels. */
  size: () => { width: number; height: number }
}

/** The drawing or the movement while a pointer is held down. */
interface Stroke {
  from: Position
  isClick: boolean
  /** The annotation under the pointer, which a drag moves and a click selects. */
  target: Annotation | undefined
  /** The figure when the pointer is at this position. */
  figureAt: (to: Position) => Figure | undefined
}

/** Edits the annotations of the open photo by pointer and by keyboard. */
export class AnnotationEditor {
  readonly store = new AnnotationStore()
  readonly announcement = signal<Announcement | undefined>(undefined)
  readonly texts = new TextWriter(this.store, (what, annotation) => this.#announce(what, annotation))
  readonly isOpen = signal(false)
  readonly tool = signal<Tool | undefined>(undefined)
  readonly #selectedId = signal<number | undefined>(undefined)
  /** The annotation that is being drawn or moved; `id` is 0 for a new one. */
  readonly #draft = signal<{ id: number; figure: Figure } | undefined>(undefined)
  readonly #picture = signal<AnnotatedPicture | undefined>(undefined)
  #stroke: Stroke | undefined

  /** True while there is a picture. */
  readonly isReady = computed(() => this.#picture.value !== undefined)

  readonly selected = computed(() => {
    const id = this.#selectedId.value
    return this.store.annotations.value.find((annotation) => annotation.id === id)
  })

  /** The annotations to render: with the one that is being drawn or moved, and without the text that is being typed. */
  readonly shown = computed<readonly Annotation[]>(() => {
    const { value: draft } = this.#draft
    const writtenId = this.texts.writing.value?.id
    const kept = this.store.annotations.value.filter(({ id }) => id !== writtenId)
    if (!draft) return kept
    return draft.id ? replaced(kept, draft.id, draft.figure) : [...kept, { ...draft, number: 0 }]
  })

  /** Starts to edit the annotations of a picture. @returns a function that stops it and keeps a typed text */
  attach(picture: AnnotatedPicture): () => void {
    this.#picture.value = picture
    this.store.open(picture.photoId)
    return () => {
      this.cancel()
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
      this.cancel()
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
    return placeFigure(figure, {
      geometry: this.#requirePicture().geometry,
      project: this.project,
      textWidth,
    })
  }

  /** The annotation that is nearest to a position, within the tolerance. If several are equally near, the one that was drawn last. */
  at(position: Position): Annotation | undefined {
    let [nearest, found]: [number, Annotation | undefined] = [Number.MAX_VALUE, undefined]
    for (const annotation of this.store.annotations.value) {
      const distance = distanceTo(this.place(annotation.figure), position)
      if (distance <= nearest) [nearest, found] = [distance, annotation]
    }
    return found
  }

  /** The width of the view in CSS pixels. */
  get width(): number {
    return this.#requirePicture().size().width
  }

  /** The position of a point on the screen. */
  readonly project: Project = (point) => this.#requirePicture().view.project(point)

  /** Starts to edit the text at a position, if there is one. */
  changeTextAt(position: Position): void {
    const annotation = this.tool.value ? undefined : this.at(position)
    if (annotation) this.texts.change(annotation)
  }

  /** Handles a pressed pointer. @returns false if the drag must turn the view */
  press(from: Position): boolean {
    const { view, geometry } = this.#requirePicture()
    // While the user types a text, a press elsewhere only finishes the text.
    if (this.texts.finish()) return true
    const target = this.at(from)
    const { value: tool } = this.tool
    if (!tool && !target) return false
    const begin = this.#point(from)
    const figureAt = tool
      ? beginFigure(tool, from, view, geometry)
      : (to: Position) => target && moved(target.figure, geometry.movement(begin, this.#point(to)))
    this.#stroke = { from, isClick: true, target, figureAt }
    if (!tool) this.select(target?.id)
    return true
  }

  drag(to: Position): void {
    const stroke = this.#stroke
    if (!stroke) return
    const { from, target, figureAt } = stroke
    if (stroke.isClick && Math.hypot(to.x - from.x, to.y - from.y) < CLICK_SLOP) return
    stroke.isClick = false
    const figure = figureAt(to)
    if (figure) this.#draft.value = { id: this.tool.value ? 0 : (target?.id ?? 0), figure }
  }

  release(): void {
    const stroke = this.#stroke
    const { value: draft } = this.#draft
    this.cancel()
    if (this.tool.value === 'text' && stroke) this.texts.begin(this.#point(stroke.from))
    else if (stroke?.isClick) this.select(stroke.target?.id)
    else if (draft?.id) {
      this.store.replace(draft.id, draft.figure)
      this.#announce('moved', this.store.find(draft.id))
    } else if (draft) this.#announce('added', this.store.add(draft.figure))
  }

  /** Cancels the current drawing or movement. */
  cancel(): boolean {
    const isDrawing = this.#stroke !== undefined
    this.#stroke = undefined
    this.#draft.value = undefined
    return isDrawing
  }

  /** Adds an annotation in the middle of the view, for users without a pointer. The pen cannot do this. */
  placeInMiddle(): void {
    const { view, geometry, size } = this.#requirePicture()
    const { width, height } = size()
    const middle = { x: width / 2, y: height / 2 }
    const { value: tool } = this.tool
    if (tool === 'text') this.texts.begin(this.#point(middle))
    const figure = tool && figureInMiddle(tool, middle, view, geometry)
    if (!figure) return
    const added = this.store.add(figure)
    this.choose(undefined)
    this.select(added.id)
    this.#announce('added', added)
  }

  /** Moves the selected annotation on the screen, by CSS pixels. */
  nudge(by: Position): void {
    const { view, geometry } = this.#requirePicture()
    const { value: annotation } = this.selected
    const anchor = annotation && anchorOf(annotation.figure)
    if (!anchor) return
    const from = view.project(anchor)
    if (!from) {
      this.reveal(annotation)
      return
    }
    const to = this.#point({ x: from.x + by.x, y: from.y + by.y })
    this.store.replace(annotation.id, moved(annotation.figure, geometry.movement(anchor, to)), true)
    this.#announce('moved', annotation)
  }

  /** Turns the view to an annotation if its anchor is not in view. */
  reveal({ figure }: Annotation): void {
    const { view, size } = this.#requirePicture()
    const anchor = anchorOf(figure)
    const position = anchor && view.project(anchor)
    const { width, height } = size()
    const isInView =
      position && position.x >= 0 && position.y >= 0 && position.x <= width && position.y <= height
    if (anchor && !isInView) view.turnTo({ ...view.direction, ...anchor })
  }

  removeSelected(): void {
    const { value: annotation } = this.selected
    if (!annotation) return
    this.store.remove(annotation.id)
    this.#announce('deleted', annotation)
  }

  clear(): void {
    this.cancel()
    this.texts.drop()
    this.store.clear()
    this.#announce('cleared')
  }

  undo(): void {
    this.cancel()
    if (!this.store.canUndo.value) return
    this.store.undo()
    this.#announce('undone')
  }

  redo(): void {
    this.cancel()
    if (!this.store.canRedo.value) return
    this.store.redo()
    this.#announce('redone')
  }

  markSaved(): void {
    this.store.markSaved()
    this.#announce('saved')
  }

  /** Does the first possible one of these: cancels the text, cancels the drawing, clears the selection, deselects the tool, closes the tools. Returns false if none was possible. */
  escape(): boolean {
    if (this.texts.drop() || this.cancel()) return true
    if (this.selected.value) this.select(undefined)
    else if (this.tool.value) this.tool.value = undefined
    else if (this.isOpen.value) this.isOpen.value = false
    else return false
    return true
  }

  #announce(what: Announcement['what'], annotation?: Annotation): void {
    this.announcement.value = { what, annotation }
  }

  #point({ x, y }: Position): Point {
    return this.#requirePicture().view.unproject(x, y)
  }

  #requirePicture(): AnnotatedPicture {
    const { value: picture } = this.#picture
    if (!picture) throw new Error('There is no picture')
    return picture
  }
}
