import { computed, signal } from '@preact/signals-react'
import type { Annotation, Figure } from './annotation.ts'
import {
  changed,
  continued,
  EMPTY_HISTORY,
  type History,
  newAnnotation,
  redone,
  replaced,
  undone,
} from './history.ts'

/** The annotations of all photos that were open, with their undo history. `kept-annotations.ts` keeps what is in no saved picture. */
export class AnnotationStore {
  readonly #histories = signal<ReadonlyMap<number, History>>(new Map())
  /** For each photo, the annotations in the picture that was saved last. */
  readonly #saved = signal<ReadonlyMap<number, readonly Annotation[]>>(new Map())
  readonly #photoId = signal(0)
  #lastId = 0
  /** The annotation whose next change may be merged with its last one into one undo step. */
  #continuable: number | undefined

  readonly #history = computed(() => this.#histories.value.get(this.#photoId.value) ?? EMPTY_HISTORY)
  /** The annotations of the open photo. */
  readonly annotations = computed(() => this.#history.value.present)
  readonly canUndo = computed(() => this.#history.value.past.length > 0)
  readonly canRedo = computed(() => this.#history.value.future.length > 0)
  /** The annotations that are not in a saved picture, by the id of the photo. */
  readonly unsaved = computed<Readonly<Record<number, readonly Annotation[]>>>(() =>
    Object.fromEntries(
      [...this.#histories.value]
        .filter(([photoId, { present }]) => present.length > 0 && this.#saved.value.get(photoId) !== present)
        .map(([photoId, { present }]) => [photoId, present]),
    ),
  )
  readonly holdsUnsaved = computed(() => Object.keys(this.unsaved.value).length > 0)

  get photoId(): number {
    return this.#photoId.value
  }

  open(photoId: number): void {
    this.#photoId.value = photoId
    this.#continuable = undefined
  }

  /** Adds the annotations of a photo from before a reload. There is nothing to undo. */
  restore(photoId: number, annotations: readonly Annotation[]): void {
    this.#lastId = Math.max(this.#lastId, ...annotations.map(({ id }) => id))
    const history = { ...EMPTY_HISTORY, present: annotations }
    this.#histories.value = new Map(this.#histories.value).set(photoId, history)
  }

  find(id: number | undefined): Annotation | undefined {
    return this.annotations.value.find((annotation) => annotation.id === id)
  }

  add(figure: Figure): Annotation {
    this.#lastId += 1
    const { value } = this.annotations
    const annotation = newAnnotation(value, figure, this.#lastId)
    this.#change(changed(this.#history.value, [...value, annotation]))
    return annotation
  }

  /**
   * Changes an annotation.
   *
   * @param continues true if the change belongs to a change of the same annotation directly before: both are undone together
   * @returns false if the annotation no longer exists
   */
  replace(id: number, figure: Figure, continues = false): boolean {
    if (!this.find(id)) return false
    const next = replaced(this.annotations.value, id, figure)
    const change = continues && this.#continuable === id ? continued : changed
    this.#change(change(this.#history.value, next))
    this.#continuable = continues ? id : undefined
    return true
  }

  remove(id: number): void {
    this.#change(changed(this.#history.value, replaced(this.annotations.value, id, undefined)))
  }

  clear(): void {
    if (this.annotations.value.length > 0) this.#change(changed(this.#history.value, []))
  }

  undo(): void {
    this.#change(undone(this.#history.value))
  }

  redo(): void {
    this.#change(redone(this.#history.value))
  }

  /** Reports that a picture with the annotations of the open photo was saved. */
  markSaved(): void {
    this.#saved.value = new Map(this.#saved.value).set(this.photoId, this.annotations.value)
  }

  #change(history: History): void {
    this.#histories.value = new Map(this.#histories.value).set(this.photoId, history)
    this.#continuable = undefined
  }
}
