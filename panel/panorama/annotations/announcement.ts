import type { Annotation } from './annotation.ts'

/** The last change, which screen readers announce. */
export interface Announcement {
  what: 'added' | 'moved' | 'deleted' | 'changed' | 'undone' | 'redone' | 'cleared' | 'saved'
  annotation: Annotation | undefined
}

export type Announce = (what: Announcement['what'], annotation?: Annotation) => void
