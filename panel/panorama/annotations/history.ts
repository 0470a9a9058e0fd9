import type { Annotation, Figure } from './annotation.ts'

type Annotations = readonly Annotation[]

/** The annotations of a photo, with those before and after each change. */
export interface History {
  past: readonly Annotations[]
  present: Annotations
  /** The next one first. */
  future: readonly Annotations[]
}

export const EMPTY_HISTORY: History = { past: [], present: [], future: [] }

/** The history after a change. */
export function changed({ past, present }: History, next: Annotations): History {
  return { past: [...past, present], present: next, future: [] }
}

/** The history after a change that is merged with the previous change: both are undone together. */
export function continued({ past }: History, next: Annotations): History {
  return { past, present: next, future: [] }
}

export function undone(history: History): History {
  const { past, present, future } = history
  const before = past.at(-1)
  return before ? { past: past.slice(0, -1), present: before, future: [present, ...future] } : history
}

export function redone(history: History): History {
  const { past, present, future } = history
  const [after, ...rest] = future
  return after ? { past: [...past, present], present: after, future: rest } : history
}

/** A new annotation. Its number is not used by the other annotations of its tool. */
export function newAnnotation(annotations: Annotations, figure: Figure, id: number): Annotation {
  const numbers = annotations.filter((other) => other.figure.tool === figure.tool).map(({ number }) => number)
  return { id, number: Math.max(0, ...numbers) + 1, figure }
}

/** These annotations with one of them replaced, or without it. */
export function replaced(annotations: Annotations, id: number, figure: Figure | undefined): Annotations {
  if (!figure) return annotations.filter((one) => one.id !== id)
  return annotations.map((one) => (one.id === id ? { ...one, figure } : one))
}
