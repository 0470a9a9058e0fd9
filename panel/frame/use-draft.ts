import { type RefObject, useEffect, useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import * as z from 'zod'
import { Revision } from '#domain/fields.ts'
import { forgetValue, keepValue, readKept } from '#panel/session/kept-values.ts'
import { useKeptKey } from '#panel/session/kept-work.ts'
import type { ReadRecord } from './conflicts.ts'

/** The name of what is kept, such as `turbine/4`, or the reason why nothing may be kept. */
export type DraftName = string | { never: string }

interface DraftOptions<Fields> {
  /** The values of the form when nothing is typed. */
  before: Partial<Fields>
  /** The fields that are never kept, such as a password. */
  undrafted: readonly (keyof Fields)[]
  /** What the form changes: the record as it was read. Absent in a form that adds one. */
  read: RefObject<ReadRecord> | undefined
}

const ChangedFields = z.record(z.string(), z.unknown())

/** Under this name, the record as it was read is kept beside the changed fields. No field has it. */
const READ = '/read'
const KeptRead = z.object({ fields: ChangedFields, revision: Revision })

/**
 * Keeps the changed fields of a form while they are typed, and fills them in when the form opens again. Fields that were not changed show the
 * current record, so that an old value does not overwrite the change of somebody else. What was changed is saved as a change of the record
 * that the typing began with: whoever has changed the same field since then is noticed.
 *
 * @returns `isRestored` if fields were filled in, and functions to forget what is kept
 */
export function useDraft<Fields extends FieldValues>(
  draft: DraftName,
  form: UseFormReturn<Fields>,
  { before, undrafted, read }: DraftOptions<Fields>,
) {
  const key = useKeptKey(typeof draft === 'string' ? draft : '')
  const isKept = typeof draft === 'string'
  const [restored] = useState(() => (isKept ? readKept(key, ChangedFields) : undefined))
  const [opened] = useState(() => read?.current)
  const [isRestored, setRestored] = useState(restored !== undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is filled in once, into the form as it was opened
  useEffect(() => {
    if (!isKept) return
    const { data: begun } = KeptRead.safeParse(restored?.[READ])
    if (read && begun) read.current = begun
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
        else
          keepValue(key, {
            ...Object.fromEntries(changed.map((name) => [name, values[name] ?? null])),
            ...(read && { [READ]: read.current }),
          })
      },
    })
  }, [])

  const keptText = () => JSON.stringify(readKept(key, ChangedFields))
  return {
    isRestored,
    /** Forgets what is typed: the user discards it. */
    discard: () => {
      setRestored(false)
      if (read && opened && isRestored) read.current = opened
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
