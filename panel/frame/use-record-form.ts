import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useKeptWork } from '#panel/session/kept-work.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { type Text, useText } from '#panel/words/use-text.ts'

interface RecordFormOptions<Fields extends FieldValues, Saved> {
  /** The schema of `domain/` for the fields that a user fills in. */
  schema: z.ZodObject & z.ZodType<Fields>
  /** The first values. A record may have more keys; the form uses only those of the schema. A missing one is not chosen yet. */
  record: Partial<Fields>
  save: (fields: Fields) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** The message for an invalid field, if a general one does not help; a function chooses it by the error and the typed value. */
  words?: Partial<Record<keyof Fields, MessageId | FieldWords>>
  /** The message if the save fails and the server gives no sentence for it. */
  failed?: MessageId
  /** The name of the draft, such as `turbine/4`: what is typed survives the loss of the session. Left out for passwords. */
  draft?: string
}

/** Returns undefined if a general message is right. */
export type FieldWords = (error: FieldError, typed: unknown) => MessageId | undefined

/** The part of a form that `RecordFormDialog` needs, independent of its fields. */
export interface RecordForm {
  formRef: RefObject<HTMLFormElement | null>
  submit: () => void
  busy: boolean
  dirty: boolean
  failure: string | undefined
  dismissFailure: () => void
}

/**
 * Joins react-hook-form, a schema of `domain/` and a mutation. The server's issues appear at their fields, every
 * other failure becomes one sentence, and the first invalid field gets the focus.
 */
export function useRecordForm<Fields extends FieldValues, Saved>(options: RecordFormOptions<Fields, Saved>) {
  const { schema, record, save, onSaved, draft, failed } = options
  const words = options.words ?? ({} as NonNullable<typeof options.words>)
  const text = useText()
  const formRef = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<unknown>()
  const names = Object.keys(schema.shape)
  const form = useForm<Fields>({
    // The types of the resolver need the input of the schema; the fields of a form have the types of its output.
    resolver: zodResolver(schema as z.ZodType<Fields, Fields>) as Resolver<Fields>,
    defaultValues: Object.fromEntries(names.map((name) => [name, record[name]])) as DefaultValues<Fields>,
    shouldFocusError: false,
  })
  const { errors, isDirty, dirtyFields, isSubmitting, isSubmitted, submitCount } = form.formState
  const { mutateAsync } = useApiMutation({ call: save })
  const releaseWork = useUnsavedWork(isDirty)
  useDraft(draft, form, Object.keys(dirtyFields))

  const submit = form.handleSubmit(async (fields) => {
    setFailure(undefined)
    try {
      const saved = await mutateAsync(fields as Fields)
      releaseWork()
      onSaved(saved)
    } catch (error) {
      const issues = error instanceof RequestError ? error.issues : []
      const placed = issues.filter(({ path }) => names.includes(path))
      for (const { path, message } of placed) form.setError(path as Path<Fields>, { type: 'server', message })
      if (placed.length === 0 || placed.length < issues.length) setFailure(error)
    }
  })

  // The pressed button was disabled while the request ran, so it lost the focus.
  useEffect(() => {
    if (submitCount === 0) return
    const form = formRef.current
    const target =
      form?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form?.querySelector('[type="submit"]')
    if (target instanceof HTMLElement) target.focus()
  }, [submitCount])

  const state = (name: Path<Fields>) => {
    const error = errors[name] as FieldError | undefined
    return {
      error: error && fieldErrorText(text, error, form.getValues(name), words[name]),
      required: isRequired(schema, name),
    }
  }

  return {
    formRef,
    submit: () => void submit(),
    busy: isSubmitting,
    dirty: isDirty,
    failure: failure === undefined ? undefined : errorText(text, failure, failed),
    dismissFailure: () => setFailure(undefined),
    /** For text fields. `rewrite` changes the typed text and must keep its length. */
    text(name: Path<Fields>, rewrite?: (typed: string) => string) {
      const field = form.register(name)
      const onChange = (event: ChangeEvent<HTMLInputElement>) => {
        if (rewrite) rewriteTyped(event.target, rewrite)
        return field.onChange(event)
      }
      return { ...field, ...state(name), onChange }
    },
    /** True if none of these fields is empty. They may still be invalid. */
    isFilled: (...names: Path<Fields>[]) => form.watch(names).every((value) => !isBlank(value)),
    /** For fields that pass a value. An emptied field has null; the schema validates it. */
    value<Name extends Path<Fields>>(name: Name) {
      const onChange = (value: PathValue<Fields, Name> | null) =>
        form.setValue(name, value as PathValue<Fields, Name>, {
          shouldDirty: true,
          shouldValidate: isSubmitted,
        })
      return { value: form.watch(name), onChange, ...state(name) }
    },
  }
}

/** Keeps the changed fields when the session ends and fills them in again. Fields that were not changed show the current record. */
function useDraft<Fields extends FieldValues>(
  name: string | undefined,
  form: UseFormReturn<Fields>,
  changed: string[],
) {
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

function fieldErrorText(
  text: Text,
  error: FieldError,
  value: unknown,
  own: MessageId | FieldWords | undefined,
): string {
  if (error.type === 'server' && error.message) return error.message
  if (error.type === 'too_big') return text('field.tooBig')
  const ownId = typeof own === 'function' ? own(error, value) : own
  if (ownId) return text(ownId)
  return text(isBlank(value) ? 'field.required' : 'field.invalid')
}

function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

/** True if the schema accepts neither an empty text nor null. */
function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name] as z.ZodType
  return !field.safeParse('').success && !field.safeParse(null).success
}

/** Rewrites the typed text and keeps the cursor position. */
function rewriteTyped(input: HTMLInputElement, rewrite: (typed: string) => string) {
  const rewritten = rewrite(input.value)
  if (rewritten === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = rewritten
  input.setSelectionRange(selectionStart, selectionEnd)
}
