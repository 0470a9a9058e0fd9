import { zodResolver } from '@hookform/resolvers/zod'
import type { QueryKey } from '@tanstack/react-query'
import {
  type ChangeEvent,
  type CompositionEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
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
import type { TypedNumber } from '#domain/text/typed-number.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { focusInView } from '#panel/ui/fields/focus-in-view.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import type { MessageId } from '#panel/words/messages.ts'
import { useText } from '#panel/words/use-text.ts'
import { type Conflict, ConflictError, type ReadRecord, saveChanges } from './conflicts.ts'
import { type FieldWords, fieldErrorText, isBlank } from './field-error-text.ts'
import { type DraftName, useDraft } from './use-draft.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

interface RecordFormOptions<Fields extends FieldValues, Saved> {
  /** The schema of `domain/` for the fields that a user fills in. */
  schema: z.ZodObject & z.ZodType<Fields>
  /** The initial values. The form uses only the keys of the schema. A missing key means that the user has not chosen a value yet. */
  record: Partial<Fields>
  save: (fields: Fields, edit: Edit<Fields>) => Promise<Saved>
  /** The revision of the record; undefined in a form that adds one. */
  revision?: number | undefined
  onSaved: (saved: Saved) => void
  /** The messages for the errors of a field, if the general ones do not help. */
  words?: Partial<Record<keyof Fields, FieldWords>>
  /** The message at the first blank field that has no message of its own. */
  incomplete?: MessageId
  /** The fields at which an error of the server is shown, by its code, with the message. */
  refusals?: Partial<Record<ErrorCode, { field: keyof Fields; message: MessageId }>>
  /** Says what failed, above the reason. */
  failed: MessageId
  /** The queries to invalidate after saving. */
  invalidates?: QueryKey[]
  /** The name under which what is typed is kept, such as `turbine/4`, or why it must not be kept. */
  draft: DraftName
  /** The fields that are not kept in the draft, such as a password. */
  undrafted?: (keyof Fields)[]
}

/** What a form changes of a record that others may change, too. */
interface Edit<Fields> {
  changed: Partial<Fields>
  /** The record as it was read, and the revision that it had. */
  record: Fields
  revision: number
}

/** The part of a form that `RecordFormDialog` needs, independent of its fields. */
export interface RecordForm {
  formRef: RefObject<HTMLFormElement | null>
  submit: () => void
  busy: boolean
  dirty: boolean
  failure: { title: string; reason: string } | undefined
  dismissFailure: () => void
  /** True while the form shows what was typed before it was opened. */
  isRestored: boolean
  /** Forgets what was typed, and shows the record again. */
  discard: () => void
  /** The fields that somebody else has changed while the form was open. */
  conflicts: Conflict[]
  currentOf: (field: string) => unknown
  choose: (field: string, value: unknown) => void
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
  const [conflicts, setConflicts] = useState<Conflict[]>([])
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
    call: (fields: Fields) => saveChanges(read.current, fields, sendChanged(fields), showRead),
    invalidates: () => invalidates,
    failureWhenClosed: (error) => ({
      title: text(failed),
      message: error instanceof ConflictError ? text('form.conflict') : errorText(text, error),
    }),
  })
  const read = useRef<ReadRecord>({ fields: before, revision: options.revision ?? 0 })
  const sendChanged = (fields: Fields) => (record: ReadRecord, changed: Record<string, unknown>) =>
    save(fields, {
      changed: changed as Partial<Fields>,
      record: record.fields as Fields,
      revision: record.revision,
    })
  /** Shows what others have changed, where nothing was typed. */
  function showRead(record: ReadRecord) {
    read.current = record
    form.reset(record.fields as DefaultValues<Fields>, { keepDirtyValues: true })
  }
  const { isRestored, discard, beginSaving } = useDraft(draft, form, {
    before,
    undrafted,
    read: options.revision === undefined ? undefined : read,
  })
  const releaseWork = useUnsavedWork(isDirty, 'changes', { discard })

  const send = form.handleSubmit(
    async (fields) => {
      setFailure(undefined)
      setConflicts([])
      const forgetSaved = beginSaving()
      try {
        const saved = await mutateAsync(fields as Fields)
        forgetSaved()
        releaseWork()
        onSaved(saved)
      } catch (error) {
        if (error instanceof ConflictError) setConflicts(error.conflicts)
        else if (!placeIssues(error)) setFailure(error)
      }
    },
    // The errors are at their fields now. What the server said before is about other values.
    () => setFailure(undefined),
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
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) focusInView(wrong)
    else form?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [submitCount])

  const set = (name: Path<Fields>, value: unknown) =>
    form.setValue(name, value as PathValue<Fields, Path<Fields>>, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    })
  const firstBlank = names.find(
    (name) =>
      errors[name] && typeof words[name] !== 'string' && isBlank(form.getValues(name as Path<Fields>)),
  )
  const state = (name: Path<Fields>) => {
    const error = errors[name] as FieldError | undefined
    const own = name === firstBlank && incomplete ? incomplete : words[name]
    return {
      error: error && fieldErrorText(text, error, form.getValues(name), own),
      required: isRequired(schema, name),
    }
  }

  return {
    formRef,
    submit,
    busy: isSubmitting || isPending,
    dirty: isDirty,
    failure: failure === undefined ? undefined : { title: text(failed), reason: errorText(text, failure) },
    isRestored,
    conflicts,
    currentOf: (field: string) => form.watch(field as Path<Fields>) as unknown,
    choose: (field: string, value: unknown) => set(field as Path<Fields>, value),
    discard: () => {
      discard()
      setConflicts([])
      form.reset()
    },
    dismissFailure: () => setFailure(undefined),
    /** Props for a text field. `rewrite` changes the typed text and must keep its length. */
    text(name: Path<Fields>, rewrite?: (typed: string) => string) {
      const field = form.register(name)
      if (!rewrite) return { ...field, ...state(name) }
      const onChange = (event: ChangeEvent<TextControl>) => {
        // An input method writes its text again with each key, so a changed text would be there twice.
        if (!(event.nativeEvent as InputEvent).isComposing) rewriteTyped(event.target, rewrite)
        return field.onChange(event)
      }
      const onCompositionEnd = ({ currentTarget }: CompositionEvent<TextControl>) => {
        rewriteTyped(currentTarget, rewrite)
        return field.onChange({ target: currentTarget, type: 'change' })
      }
      return { ...field, ...state(name), onChange, onCompositionEnd }
    },
    /** True if none of these fields is empty. They may still be invalid. */
    isFilled: (...names: Path<Fields>[]) => form.watch(names).every((value) => !isBlank(value)),
    /** Props for a field whose `onChange` passes a value. An empty field has null; the schema validates it. */
    value<Name extends Path<Fields>>(name: Name) {
      const onChange = (value: PathValue<Fields, Name> | null) => set(name, value)
      return { value: form.watch(name), onChange, ...state(name) }
    },
    /** Props for a field of a day. What is typed and no day stays in the form, where the schema refuses it. */
    day(name: Path<Fields>) {
      const onChange = (value: string) => set(name, value === '' ? null : value)
      return { value: (form.watch(name) ?? '') as string, onChange, ...state(name) }
    },
    /** Props for a field of a number. What is typed and no number stays in the form, where the schema refuses it. */
    number(name: Path<Fields>) {
      const onChange = (value: TypedNumber) => set(name, value)
      return { value: (form.watch(name) ?? null) as TypedNumber, onChange, ...state(name) }
    },
  }
}

/** True if the schema accepts neither an empty text nor null. */
function isRequired(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name] as z.ZodType
  return !field.safeParse('').success && !field.safeParse(null).success
}

/** Rewrites the typed text and keeps the cursor position. */
function rewriteTyped(input: TextControl, rewrite: (typed: string) => string) {
  const rewritten = rewrite(input.value)
  if (rewritten === input.value) return
  const { selectionStart, selectionEnd } = input
  input.value = rewritten
  input.setSelectionRange(selectionStart, selectionEnd)
}
