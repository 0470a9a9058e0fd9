const RECENT_MAX = 6

/** The keys of the items that a user chose last, newest first. Only keys are stored, so that no name of a deleted record is stored. */
export function readRecent(userId: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string').slice(0, RECENT_MAX) : []
  } catch {
    return []
  }
}

export function storeRecent(userId: number, key: string) {
  const recent = [key, ...readRecent(userId).filter((other) => other !== key)].slice(0, RECENT_MAX)
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(recent))
  } catch {
    // Without storage there are no recent choices.
  }
}

function storageKey(userId: number): string {
  return `kanat.recent.${userId}`
}
