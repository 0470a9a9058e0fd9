import { signal } from '@preact/signals-react'
import type { Point } from '#panel/drawing/geometry/point.ts'
import type { Annotation, Figure } from './annotation.ts'

/** A text that is being typed. */
export interface Writing {
  at: Point
  text: string
  /** The annotation whose text is changed; undefined for a new one. */
  id: number | undefined
  /** True after the user tried to keep an empty text. */
  isRefused: boolean
}

/** The text of an annotation while it is being typed. */
export class TextWriter {
  readonly writing = signal<Writing | undefined>(undefined)
  readonly #keep: (figure: Figure, id: number | undefined) => void

  /** @param keep gets a finished text, and the id of the annotation if it is not new */
  constructor(keep: (figure: Figure, id: number | undefined) => void) {
    this.#keep = keep
  }

  /** Begins a new text at a point. */
  begin(at: Point): void {
    this.writing.value = { at, text: '', id: undefined, isRefused: false }
  }

  /** Starts to edit the text of an annotation. @returns false if it has none */
  change({ id, figure: { tool, points, text } }: Annotation): boolean {
    const [at] = points
    if (tool !== 'text' || !at) return false
    this.writing.value = { at, text, id, isRefused: false }
    return true
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
    const text = writing?.text.trim()
    this.drop()
    if (!writing || !text) return false
    this.#keep({ tool: 'text', points: [writing.at], text }, writing.id)
    return true
  }

  /** @returns false if no text is being typed */
  drop(): boolean {
    const isWriting = this.writing.value !== undefined
    this.writing.value = undefined
    return isWriting
  }
}
