import { makeRandomKey } from '#domain/random-key.ts'
import { holdByAnswering, whenNobodyAnswers } from './hold-without-locks.ts'

// Every tab of the browser has an id until its page is loaded again, and a lock for the staged files that it has.

/** The id of this tab. */
export const TAB = makeRandomKey()

/** The name of the lock that `tab` holds while the files of this owner are on its screen or on their way. */
function lockName(owner: string, tab = ''): string {
  return `staged files ${owner} ${tab}`
}

/**
 * Holds the lock of this tab for the files of `owner`. The browser releases it when the tab is closed, also by a crash.
 *
 * @returns `held` resolves when this tab has it
 */
export function holdLock(owner: string): { held: Promise<void>; release: () => void } {
  if (!locksOfBrowser()) return { held: Promise.resolve(), release: holdByAnswering(lockName(owner, TAB)) }
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = new Promise<void>((resolve) => {
    void whenFree(owner, TAB, new AbortController().signal, () => {
      resolve()
      return released
    })
  })
  return { held, release }
}

/**
 * Runs `work` as soon as no page holds the lock of `tab`, unless `signal` aborts before.
 *
 * @param tab undefined for files that belong to no tab, because an earlier version of the panel stored them
 */
export async function whenFree(
  owner: string,
  tab: string | undefined,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  const locks = locksOfBrowser()
  if (!locks) return whenNobodyAnswers(lockName(owner, tab), signal, work)
  // It fails when `signal` aborts, or when the browser forbids the storage, which then has no files either.
  await locks.request(lockName(owner, tab), { signal }, work).catch(() => undefined)
}

/** Undefined without https. */
function locksOfBrowser(): LockManager | undefined {
  return (navigator as { locks?: LockManager | null }).locks ?? undefined
}
