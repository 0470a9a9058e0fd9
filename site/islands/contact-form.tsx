import type { CollectionEntry } from 'astro:content'
import { Fragment, type SubmitEvent, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { CONTACT_LINE_MAX_LENGTH, CONTACT_SENT_BANNER_MS, CONTACT_TEXT_MAX_LENGTH } from '#domain/limits.ts'
import { ContactField } from './contact-field.tsx'
import {
  FIELDS,
  type Field,
  findMistakes,
  isRequired,
  type Mistakes,
  readMessage,
} from './contact-message.ts'
import { sendMessage } from './send-message.ts'

interface Props {
  words: CollectionEntry<'site'>['data']['contact']['form']
  language: string
  /** The address that receives messages; if undefined, sending is only simulated. */
  endpoint: string | undefined
}

type Progress = { step: 'writing' | 'sending' | 'sent' } | { step: 'failed'; reason: string }

const KINDS: Record<Field, { type?: string; autoComplete?: string }> = {
  name: { type: 'text', autoComplete: 'name' },
  email: { type: 'email', autoComplete: 'email' },
  phone: { type: 'tel', autoComplete: 'tel' },
  subject: { type: 'text' },
  message: {},
}

/** The hint beside e-mail address and phone, which belongs to both. */
const REPLY_HINT = 'contact-reply-hint'

/** The contact form. The browser stores the typed text, so late hydration or a failure loses nothing. */
export function ContactForm({ words, language, endpoint }: Props) {
  const [isHydrated, setIsHydrated] = useState(false)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const [progress, setProgress] = useState<Progress>({ step: 'writing' })

  useEffect(() => setIsHydrated(true), [])
  useEffect(() => {
    if (progress.step !== 'sent') return
    const timer = setTimeout(() => setProgress({ step: 'writing' }), CONTACT_SENT_BANNER_MS)
    return () => clearTimeout(timer)
  }, [progress])

  function wordsFor(field: Field) {
    const mistake = mistakes[field]
    if (mistake === undefined) return undefined
    if (typeof mistake === 'object') return mistake.said
    if (mistake === 'wrong') return words.wrong_email
    return isRequired(field) ? words.missing[field] : undefined
  }

  /** A shown error disappears as soon as it is corrected; no new error appears while the visitor types. */
  function recheck(form: HTMLFormElement, changed: string) {
    const left = findMistakes(readMessage(form))
    const isLeft = ([field, mistake]: [string, unknown]) =>
      typeof mistake === 'object' ? field !== changed : field in left
    setMistakes((shown) => Object.fromEntries(Object.entries(shown).filter(isLeft)))
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (progress.step === 'sending') return
    const form = event.currentTarget
    const message = readMessage(form)
    // A failure of the last attempt says nothing about this one.
    setProgress({ step: 'writing' })
    if (showMistakes(form, findMistakes(message))) return

    setProgress({ step: 'sending' })
    const outcome = await sendMessage(message, { endpoint, language })
    if (outcome.sent) {
      form.reset()
      return setProgress({ step: 'sent' })
    }
    showMistakes(form, outcome.mistakes)
    setProgress({ step: 'failed', reason: outcome.reason ?? words.failed })
  }

  /** Marks the fields and focuses the first of them. False if there are none. */
  function showMistakes(form: HTMLFormElement, found: Mistakes): boolean {
    // The error must be rendered before the field gets the focus, so that screen readers read it.
    flushSync(() => setMistakes(found))
    const firstWrong = FIELDS.find((field) => found[field])
    if (firstWrong) form.querySelector<HTMLElement>(`[name=${firstWrong}]`)?.focus()
    return firstWrong !== undefined
  }

  const isSending = progress.step === 'sending'
  return (
    <form
      noValidate
      translate="no"
      aria-label={words.title}
      data-demo-subject={words.demo_subject}
      onSubmit={submit}
      onInput={(event) => recheck(event.currentTarget, (event.target as HTMLInputElement).name)}
      className="grid gap-x-5 gap-y-6 sm:grid-cols-2"
    >
      {FIELDS.map((field) => (
        <Fragment key={field}>
          <ContactField
            name={field}
            label={words.fields[field]}
            note={isRequired(field) ? undefined : words.optional}
            hintId={isRequired(field) ? undefined : REPLY_HINT}
            mistake={wordsFor(field)}
            required={isRequired(field)}
            readOnly={isSending}
            maxLength={field === 'message' ? CONTACT_TEXT_MAX_LENGTH : CONTACT_LINE_MAX_LENGTH}
            {...KINDS[field]}
          />
          {field === 'phone' && (
            <p id={REPLY_HINT} className="-mt-4 text-sm text-pretty text-ink-faint sm:col-span-2">
              {words.reply}
            </p>
          )}
        </Fragment>
      ))}
      <div className="flex min-h-13 flex-wrap content-start items-center gap-x-5 gap-y-3 max-sm:min-h-28 sm:col-span-2">
        <button
          type="submit"
          disabled={!isHydrated}
          aria-disabled={isSending}
          className="button min-w-36 justify-center bg-action text-on-action hover:bg-action-strong aria-disabled:cursor-progress aria-disabled:bg-action-strong"
        >
          {isSending ? words.sending : words.submit}
        </button>
        <div>
          <p role="status" className="font-medium text-green">
            {progress.step === 'sent' && <span className="banner bg-green-soft">{words.sent}</span>}
          </p>
          {progress.step === 'failed' && (
            <p role="alert" className="banner bg-red-soft font-medium text-red">
              {progress.reason}
            </p>
          )}
        </div>
      </div>
    </form>
  )
}
