import { useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useKeptWork } from '#panel/session/kept-work.ts'

/** Keeps the changed fields when the session ends and fills them in again. Fields that were not changed show the current record. */
export function useDraft<Fields extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<Fields>,
  changed: string[],
): void {
  const restored = useKeptWork(name, () =>
    changed.length === 0
      ? undefined
      : Object.fromEntries(changed.map((field) => [field, form.getValues(field as Path<Fields>)])),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is filled in once
  useEffect(() => {
    for (const [field, value] of Object.entries(restored ?? {})) {
      form.setValue(field as Path<Fields>, value, { shouldDirty: true })
    }
  }, [])
}
