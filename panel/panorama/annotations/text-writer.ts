import { signal } from '@preact/signals-react'
import type { Point } from '#panel/panorama/view/direction.ts'
import type { Annotation } from './annotation.ts'
import type { AnnotationStore } from './annotation-store.ts'
import type { Announce } from './announcement.ts'

/** A text that is being typed. */
export interface Writing {
  at: Point
  text: string
  /** The annotation whose text is changed; undefined for a new one. */
  id: number | undefined
  /** True after the user tried to keep an empty text. */
  isRefused: boolean
}

/** Handles the text annotation that is being typed. */
export class TextWriter {
  readonly writing = signal<Writing | undefined>(undefined)
  readonly #store: AnnotationStore
  readonly #announce: Announce

  constructor(store: AnnotationStore, announce: Announce) {
    this.#store = store
    this.#announce = announce
  }

  /** Begins a new text at a point. */
  begin(at: Point): void {
    this.writing.value = { at, text: '', id: undefined, isRefused: false }
  }

  /** Starts to edit the text of an annotation. Does nothing for annotations without a text. */
  change({ id, figure }: Annotation): void {
    if (figure.tool !== 'text') return
    this.writing.value = { at: figure.at, text: figure.text, id, isRefused: false }
  }

  type(text: string): void {
    const { value: writing } = this.writing
    if (writing) this.writing.value = { ...writing, text, isRefused: false }
  }

  /** Keeps the text. An empty text is refused, and the field stays open. */
  keep(): void {
    const { value: writing } = this.writing
    if (writing && !writing.text.trim()) this.writing.value = { ...writing, isRefused: true }
    else this.finish()
  }

  /** Keeps the text and closes the field. An empty text is discarded. @returns true if a text was kept */
  finish(): boolean {
    const { value: writing } = this.writing
    this.writing.value = undefined
    const text = writing?.text.trim()
    if (!writing || !text) return false
    const figure = { tool: 'text', at: writing.at, text } as const
    if (writing.id === undefined) this.#announce('added', this.#store.add(figure))
    else if (this.#store.replace(writing.id, figure)) this.#announce('changed', this.#store.find(writing.id))
    return true
  }

  /** @returns false if no text is being typed */
  drop(): boolean {
    const isWriting = this.writing.value !== undefined
    this.writing.value = undefined
    return isWriting
  }
}
