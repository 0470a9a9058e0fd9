/** Unsaved work that the browser stores, such as files that wait for their upload. */
interface StoredWork {
  /** True if files of this user wait. Left out for work without files. */
  holdsFiles?: (userId: number) => Promise<boolean>
  forget: (userId: number) => Promise<void>
}

const works = new Set<StoredWork>()

/** Registers work that must not stay on a shared computer: signing out asks about it, and removes it before the page is left. */
export function onSignOut(work: StoredWork) {
  works.add(work)
}

export async function holdsStoredFiles(userId: number): Promise<boolean> {
  const answers = await Promise.allSettled([...works].map(async ({ holdsFiles }) => holdsFiles?.(userId)))
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value)
}

export async function forgetStoredWork(userId: number): Promise<void> {
  await Promise.allSettled([...works].map(({ forget }) => forget(userId)))
}
