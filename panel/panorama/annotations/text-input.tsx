import { type KeyboardEvent, useId } from 'react'
import { useText } from '#panel/words/use-text.ts'
import { COLOUR, FONT_SIZE, FONT_WEIGHT, TEXT_LENGTH } from './annotation.ts'
import type { TextWriter, Writing } from './text-writer.ts'

interface TextInputProps {
  texts: TextWriter
  writing: Writing
}

/** The field for a text annotation, at the position of the text. Enter keeps the text, Escape discards it. */
export function TextInput({ texts, writing }: TextInputProps) {
  const text = useText()
  const id = useId()

  function onKeyDown(event: KeyboardEvent) {
    // While an input method is open, Enter and Escape belong to it.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') texts.keep()
    else if (event.key === 'Escape') texts.drop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div data-text-field data-controls className="pointer-events-auto absolute top-0 left-0 w-65 text-note">
      <input
        // biome-ignore lint/a11y/noAutofocus: the user has just asked for this field
        autoFocus
        value={writing.text}
        maxLength={TEXT_LENGTH}
        aria-label={text('panorama.annotations.text')}
        aria-invalid={writing.isRefused}
        aria-describedby={id}
        onChange={({ currentTarget }) => texts.type(currentTarget.value)}
        onKeyDown={onKeyDown}
        style={{ caretColor: COLOUR, fontSize: FONT_SIZE, fontWeight: FONT_WEIGHT }}
        className="-ml-2 block h-control w-full -translate-y-1/2 rounded border-2 border-lightbox-ink bg-lightbox px-1.5 text-lightbox-ink outline-none focus-visible:border-focus"
      />
      <p
        id={id}
        role={writing.isRefused ? 'alert' : undefined}
        className="-mt-3.5 -ml-2 w-max max-w-full rounded bg-lightbox px-2 py-1"
      >
        {text(writing.isRefused ? 'panorama.annotations.text.empty' : 'panorama.annotations.text.hint')}
      </p>
    </div>
  )
}
