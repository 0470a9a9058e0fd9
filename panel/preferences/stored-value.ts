import { type ReadonlySignal, signal } from '@preact/signals-react'

export interface StoredValue<T> {
  value: ReadonlySignal<T>
  choose: (value: T) => void
}

interface Options<T> {
  key: string
  /** Reads the stored text; null if there is none. */
  read: (text: string | null) => T
  /** The value if the browser forbids the storage. */
  withoutStorage: T
}

/** A value that is stored in local storage and synchronized between tabs. */
export function storedValue<T extends string | number>({
  key,
  read,
  withoutStorage,
}: Options<T>): StoredValue<T> {
  const value = signal(readStored())

  function readStored(): T {
    try {
      return read(localStorage.getItem(key))
    } catch {
      return withoutStorage
    }
  }

  window.addEventListener('storage', (event) => {
    // A null key means that another tab cleared the whole storage.
    if (event.key === key || event.key === null) value.value = read(event.newValue)
  })

  return {
    value,
    choose(next) {
      value.value = next
      try {
        localStorage.setItem(key, String(next))
      } catch {
        // Without storage the choice is valid until the page is closed.
      }
    },
  }
}
