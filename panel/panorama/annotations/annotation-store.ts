import { computed, signal } from '@preact/signals-react'
import { change, type History, redo, undo } from '#panel/drawing/history.ts'
import { type Annotation, type Figure, newAnnotation, replaceFigure } from './annotation.ts'

type Annotations = readonly Annotation[]

const NO_HISTORY: History<Annotations> = { past: [], present: [], future: [] }

/** The annotations of all photos that were open, with their undo history. `kept-annotations.ts` keeps what is in no saved picture. */
export class AnnotationStore {
  readonly #histories = signal<ReadonlyMap<number, History<Annotations>>>(new Map())
  /** For each photo, the annotations in the picture that was saved last. */
  readonly #saved = signal<ReadonlyMap<number, Annotations>>(new Map())
  readonly #photoId = signal(0)
  #lastId = 0
  /** The annotation whose next movement may be merged with its last one into one undo step. */
  #mergeableId: number | undefined

  readonly #history = computed(() => this.#histories.value.get(this.#photoId.value) ?? NO_HISTORY)
  /** The annotations of the open photo. */
  readonly annotations = computed(() => this.#history.value.present)
  readonly canUndo = computed(() => this.#history.value.past.length > 0)
  readonly canRedo = computed(() => this.#history.value.future.length > 0)
  /** The annotations that are not in a saved picture, by the id of the photo. */
  readonly unsaved = computed<Readonly<Record<number, Annotations>>>(() =>
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
    this.#mergeableId = undefined
  }

  /** Adds the annotations of a photo from before a reload. There is nothing to undo. */
  restore(photoId: number, annotations: Annotations): void {
    this.#lastId = Math.max(this.#lastId, ...annotations.map(({ id }) => id))
    this.#put(photoId, { ...NO_HISTORY, present: annotations })
  }

  find(id: number | undefined): Annotation | undefined {
    return this.annotations.value.find((annotation) => annotation.id === id)
  }

  add(figure: Figure): Annotation {
    this.#lastId += 1
    const { value } = this.annotations
    const annotation = newAnnotation(value, figure, this.#lastId)
    this.#change([...value, annotation])
    return annotation
  }

  /** Changes an annotation. @param merges true if it is undone together with a change of the same annotation directly before */
  replace(id: number, figure: Figure, merges = false): void {
    this.#change(replaceFigure(this.annotations.value, id, figure), merges && this.#mergeableId === id)
    if (merges) this.#mergeableId = id
  }

  remove(id: number): void {
    this.#change(this.annotations.value.filter((one) => one.id !== id))
  }

  clear(): void {
    if (this.annotations.value.length > 0) this.#change([])
  }

  undo(): void {
    this.#put(this.photoId, undo(this.#history.value))
  }

  redo(): void {
    this.#put(this.photoId, redo(this.#history.value))
  }

  /** Reports that a picture with the annotations of the open photo was saved. */
  markSaved(): void {
    this.#saved.value = new Map(this.#saved.value).set(this.photoId, this.annotations.value)
  }

  #change(next: Annotations, merges = false): void {
    this.#put(this.photoId, change(this.#history.value, next, merges))
  }

  #put(photoId: number, history: History<Annotations>): void {
    this.#histories.value = new Map(this.#histories.value).set(photoId, history)
    this.#mergeableId = undefined
  }
}
