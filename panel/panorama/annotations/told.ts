import type { Annotation } from './annotation.ts'

/** What happened last, for screen readers. */
export interface Told {
  what: 'added' | 'moved' | 'deleted' | 'changed' | 'undone' | 'redone' | 'cleared' | 'saved'
  annotation: Annotation | undefined
}

export type Tell = (what: Told['what'], annotation?: Annotation) => void
