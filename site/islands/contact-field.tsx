import type { InputHTMLAttributes } from 'react'

interface Props extends InputHTMLAttributes<HTMLInputElement | HTMLTextAreaElement> {
  name: string
  label: string
  /** A hint next to the label, in a lighter colour. */
  note: string | undefined
  /** The id of a hint about the field, which is written elsewhere. */
  hintId: string | undefined
  /** The error message. */
  mistake: string | undefined
}

/** A field of the contact form. The message is a large field; short fields share a line. */
export function ContactField({ label, note, hintId, mistake, ...input }: Props) {
  const id = `contact-${input.name}`
  const describedBy = [hintId, mistake && `${id}-mistake`].filter(Boolean).join(' ')
  const attributes = {
    ...input,
    id,
    'aria-invalid': mistake !== undefined,
    'aria-describedby': describedBy || undefined,
  }
  const isShort = input.name === 'email' || input.name === 'phone'
  return (
    <div className={isShort ? '' : 'sm:col-span-2'}>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
        {note && <span className="ml-1.5 font-normal text-ink-faint">({note})</span>}
      </label>
      {input.name === 'message' ? (
        <textarea
          {...attributes}
          rows={7}
          className="field block min-h-40 resize-y px-3.5 py-3 leading-relaxed"
        />
      ) : (
        <input {...attributes} className="field h-12 px-3.5" />
      )}
      {mistake && (
        <p id={`${id}-mistake`} className="mt-1.5 text-[0.9375rem] text-red">
          {mistake}
        </p>
      )}
    </div>
  )
}
