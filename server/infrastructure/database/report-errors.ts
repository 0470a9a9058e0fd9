import type { LogEvent } from 'kysely'

/** Passes every query error to every listener. */
export function reportErrors() {
  const listeners: ((error: unknown) => void)[] = []
  const report = (error: unknown) => {
    for (const listener of listeners) listener(error)
  }
  return {
    report,
    /** The option `log` of Kysely. */
    log(event: LogEvent) {
      if (event.level === 'error') report(event.error)
    },
    onError(listener: (error: unknown) => void) {
      listeners.push(listener)
    },
  }
}
