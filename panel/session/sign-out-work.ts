import type { StoredKind } from '#panel/ui/unsaved-work.ts'

/** Unsaved work that the browser stores, such as files that wait for their upload. */
interface StoredWork {
  /** What of this user waits to be sent. Left out for work that is asked about elsewhere. */
  holds?: (userId: number) => Promise<HeldWork>
  forget: (userId: number) => Promise<void>
}

interface HeldWork {
  files: boolean
  /** Findings, or decisions about them. */
  changes: boolean
}

const works = new Set<StoredWork>()

/** Registers work that must not stay on a shared computer: signing out asks about it, and removes it before the page is left. */
export function onSignOut(work: StoredWork) {
  works.add(work)
}

/** What the browser stores of this user, and signing out removes; undefined if nothing. */
export async function findStoredWork(userId: number): Promise<StoredKind | undefined> {
  const answers = await Promise.allSettled([...works].map(async ({ holds }) => holds?.(userId)))
  const held = answers.flatMap((answer) => (answer.status === 'fulfilled' && answer.value) || [])
  const files = held.some((one) => one.files)
  const changes = held.some((one) => one.changes)
  if (files && changes) return 'storedBoth'
  if (changes) return 'storedChanges'
  return files ? 'storedFiles' : undefined
}

export async function forgetStoredWork(userId: number): Promise<void> {
  await Promise.allSettled([...works].map(({ forget }) => forget(userId)))
}
