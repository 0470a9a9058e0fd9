import { type ReadonlySignal, signal } from '@preact/signals-react'

interface StoredChoice<T extends string> {
  value: ReadonlySignal<T>
  choose: (value: T) => void
}

interface Options<T extends string> {
  key: string
  choices: readonly T[]
  /** The value if the storage has no known value. */
  initial: () => T
  /** The value if the browser forbids the storage. */
  withoutStorage: T
}

/** One of a few values, stored in local storage and synchronized between tabs. */
export function storedChoice<T extends string>({
  key,
  choices,
  initial,
  withoutStorage,
}: Options<T>): StoredChoice<T> {
  const known = (text: string | null): T => choices.find((choice) => choice === text) ?? initial()
  const value = signal(read())

  function read(): T {
    try {
      return known(localStorage.getItem(key))
    } catch {
      return withoutStorage
    }
  }

  window.addEventListener('storage', (event) => {
    // A null key means that another tab cleared the whole storage.
    if (event.key === key || event.key === null) value.value = known(event.newValue)
  })

  return {
    value,
    choose(next) {
      value.value = next
      try {
        localStorage.setItem(key, next)
      } catch {
        // Without storage the choice is valid until the page is closed.
      }
    },
  }
}
