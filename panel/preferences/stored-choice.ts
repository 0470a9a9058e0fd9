import { type StoredValue, storedValue } from './stored-value.ts'

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
}: Options<T>): StoredValue<T> {
  const read = (text: string | null): T => choices.find((choice) => choice === text) ?? initial()
  return storedValue({ key, read, withoutStorage })
}
