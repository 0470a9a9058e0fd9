/** The states before and after the present one; the nearest is the last. */
export interface History<State> {
  past: readonly State[]
  present: State
  future: readonly State[]
}

/** @param merges true if the change and the previous one are undone together */
export function change<State>(
  { past, present }: History<State>,
  next: State,
  merges = false,
): History<State> {
  return { past: merges ? past : [...past, present], present: next, future: [] }
}

export function undo<State>(history: History<State>): History<State> {
  const { past, present, future } = history
  if (past.length === 0) return history
  return { past: past.slice(0, -1), present: past.at(-1) as State, future: [...future, present] }
}

export function redo<State>({ past, present, future }: History<State>): History<State> {
  const back = undo({ past: future, present, future: past })
  return { past: back.future, present: back.present, future: back.past }
}
