import { zodResolver } from '@hookform/resolvers/zod'
import type { QueryKey } from '@tanstack/react-query'
import { type ChangeEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod'
import type { ErrorCode } from '#domain/answer.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { type FieldWords, fieldErrorText, isBlank } from './field-error-text.ts'
import { type DraftName, useDraft } from './use-draft.ts'

interface RecordFormOptions<Fields extends FieldValues, Saved> {
  /** The schema of `domain/` for the fields that a user fills in. */
  schema: z.ZodObject & z.ZodType<Fields>
  /** The initial values. The form uses only the keys of the schema. A missing key means that the user has not chosen a value yet. */
  record: Partial<Fields>
  save: (fields: Fields) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** The messages for the errors of a field, if the general ones do not help. */
  words?: Partial<Record<keyof Fields, FieldWords>>
  /** The message for the whole form if a required field is blank. */
  incomplete?: MessageId
  /** The fields at which an error of the server is shown, by its code, with the message. */
  refusals?: Partial<Record<ErrorCode, { field: keyof Fields; message: MessageId }>>
  /** The message if the save fails and the server gives no sentence for it. */
  failed?: MessageId
  /** The queries to invalidate after saving. */
  invalidates?: QueryKey[]
  /** The name under which what is typed is kept, such as `turbine/4`, or why it must not be kept. */
  draft: DraftName
  /** The fields that are not kept in the draft, such as a password. */
  undrafted?: (keyof Fields)[]
}

/** The part of a form that `RecordFormDialog` needs, independent of its fields. */
export interface RecordForm {
  formRef: RefObject<HTMLFormElement | null>
  submit: () => void
  busy: boolean
  dirty: boolean
  failure: string | undefined
  dismissFailure: () => void
  /** True while the form shows what was typed before it was opened. */
  isRestored: boolean
  /** Forgets what was typed, and shows the record again. */
  discard: () => void
}

/**
 * Connects react-hook-form, a schema of `domain/` and a mutation. The server's issues are shown at their fields, and every
 * other failure as one sentence. The first invalid field gets the focus.
 */
export function useRecordForm<Fields extends FieldValues, Saved>(options: RecordFormOptions<Fields, Saved>) {
  const {
    schema,
    record,
    save,
    onSaved,
    incomplete,
    refusals = {},
    failed,
    invalidates = [],
    draft,
    undrafted = [],
  } = options
  const words = options.words ?? ({} as NonNullable<typeof options.words>)
  const text = useText()
  const formRef = useRef<HTMLFormElement>(null)
  const [failure, setFailure] = useState<unknown>()
  const [isIncomplete, setIncomplete] = useState(false)
  const names = Object.keys(schema.shape)
  const [before] = useState(
    () => Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<Fields>,
  )
  const form = useForm<Fields>({
    // The types of the resolver need the input of the schema; the fields of a form have the types of its output.
    resolver: zodResolver(schema as z.ZodType<Fields, Fields>) as Resolver<Fields>,
    defaultValues: before as DefaultValues<Fields>,
    shouldFocusError: false,
  })
  const { errors, isDirty, isSubmitting, isSubmitted, submitCount } = form.formState
  const formId = useId()
  // A form that was closed and opened again while it is being sent has the same draft.
  const { mutateAsync, isPending } = useApiMutation({
    name: ['form', typeof draft === 'string' ? draft : formId],
    call: save,
    invalidates: () => invalidates,
    failureWhenClosed: (error) => ({ title: text('form.notSaved'), message: errorText(text, error, failed) }),
  })
  const { isRestored, discard, beginSaving } = useDraft(draft, form, { before, undrafted })
  const releaseWork = useUnsavedWork(isDirty, 'changes', { discard })

  const send = form.handleSubmit(
    async (fields) => {
      setFailure(undefined)
      setIncomplete(false)
      const forgetSaved = beginSaving()
      try {
        const saved = await mutateAsync(fields as Fields)
        forgetSaved()
        releaseWork()
        onSaved(saved)
      } catch (error) {
        if (!placeIssues(error)) setFailure(error)
      }
    },
    (invalid) =>
      setIncomplete(Object.keys(invalid).some((name) => isBlank(form.getValues(name as Path<Fields>)))),
  )

  // Until the form renders again with its disabled button, a held key submits it several times.
  const isSending = useRef(false)
  function submit() {
    if (isSending.current || isPending) return
    isSending.current = true
    void send().finally(() => {
      isSending.current = false
    })
  }

  /** Shows the server's issues at their fields. False if an issue has no field in this form. */
  function placeIssues(error: unknown): boolean {
    if (!(error instanceof RequestError)) return false
    const refusal = refusals[error.code as ErrorCode]
    if (refusal) {
      form.setError(refusal.field as Path<Fields>, { type: 'server', message: text(refusal.message) })
      return true
    }
    const placed = error.issues.filter(({ path }) => names.includes(path))
    for (const { path, message } of placed) form.setError(path as Path<Fields>, { type: 'server', message })
    return placed.length > 0 && placed.length === error.issues.length
  }

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
    submit,
    busy: isSubmitting || isPending,
    dirty: isDirty,
    failure: failureText(),
    isRestored,
    discard: () => {
      discard()
      form.reset()
    },
    dismissFailure: () => {
      setFailure(undefined)
      setIncomplete(false)
    },
    /** Props for a text field. `rewrite` changes the typed text and must keep its length. */
    text(name: Path<Fields>, rewrite?: (typed: string) => string) {
      const field = form.register(name)
      const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        if (rewrite) rewriteTyped(event.target, rewrite)
        return field.onChange(event)
      }
      return { ...field, ...state(name), onChange }
    },
    /** True if none of these fields is empty. They may still be invalid. */
    isFilled: (...names: Path<Fields>[]) => form.watch(names).every((value) => !isBlank(value)),
    /** Props for a field whose `onChange` passes a value. An empty field has null; the schema validates it. */
    value<Name extends Path<Fields>>(name: Name) {
      const onChange = (value: PathValue<Fields, Name> | null) =>
        form.setValue(name, value as PathValue<Fields, Name>, {
          shouldDirty: true,
          shouldValidate: isSubmitted,
        })
      return { value: form.watch(name), onChange, ...state(name) }
    },
  }

  function failureText(): string | undefined {
    if (isIncomplete && incomplete) return text(incomplete)
    return failure === undefined ? undefined : errorText(text, failure, failed)
  }
}

/** True if the schema accepts neither an empty text nor null. */
function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name] as z.ZodType
  return !field.safeParse('').success && !field.safeParse(null).success
}

/** Rewrites the typed text and keeps the cursor position. */
function rewriteTyped(input: HTMLInputElement | HTMLTextAreaElement, rewrite: (typed: string) => string) {
  const rewritten = rewrite(input.value)
  if (rewritten === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = rewritten
  input.setSelectionRange(selectionStart, selectionEnd)
}
