import { useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { forgetValue, keepValue, readKept } from '#panel/session/kept-values.ts'
import { useKeptKey } from '#panel/session/kept-work.ts'

/** The name of what is kept, such as `turbine/4`, or the reason why nothing may be kept. */
export type DraftName = string | { never: string }

interface DraftOptions<Fields> {
  /** The values of the form when nothing is typed. */
  before: Partial<Fields>
  /** The fields that are never kept, such as a password. */
  undrafted: readonly (keyof Fields)[]
}

const ChangedFields = z.record(z.string(), z.unknown())

/**
 * Keeps the changed fields of a form while they are typed, and fills them in when the form opens again. Fields that were not changed show the
 * current record, so that an old value does not overwrite the change of somebody else.
 *
 * @returns `isRestored` if fields were filled in, and functions to forget what is kept
 */
export function useDraft<Fields extends FieldValues>(
  draft: DraftName,
  form: UseFormReturn<Fields>,
  { before, undrafted }: DraftOptions<Fields>,
) {
  const key = useKeptKey(typeof draft === 'string' ? draft : '')
  const isKept = typeof draft === 'string'
  const [restored] = useState(() => (isKept ? readKept(key, ChangedFields) : undefined))
  const [isRestored, setRestored] = useState(restored !== undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is filled in once, into the form as it was opened
  useEffect(() => {
    if (!isKept) return
    const names = Object.keys(before).filter((name) => !undrafted.includes(name))
    for (const name of names.filter((name) => restored && name in restored)) {
      form.setValue(name as Path<Fields>, restored?.[name] as Fields[Path<Fields>], { shouldDirty: true })
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
        if (changed.length === 0) forgetValue(key)
        // JSON has no undefined.
        else keepValue(key, Object.fromEntries(changed.map((name) => [name, values[name] ?? null])))
      },
    })
  }, [])

  const keptText = () => JSON.stringify(readKept(key, ChangedFields))
  return {
    isRestored,
    /** Forgets what is typed: the user discards it. */
    discard: () => {
      setRestored(false)
      forgetValue(key)
    },
    /** Returns a function that forgets what is typed now, once it is saved. What is typed in the meantime stays. */
    beginSaving: () => {
      const sent = keptText()
      return () => {
        if (keptText() === sent) forgetValue(key)
      }
    },
  }
}
