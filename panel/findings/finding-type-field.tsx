import { type KeyboardEvent, type Ref, useId, useState } from 'react'
import { useIntl } from 'react-intl'
import types from '#content/findings/types.json'
import { findTypes } from '#domain/findings/find-types.ts'
import { type FindingLine, parseFindingLine } from '#domain/findings/finding-line.ts'
import { type FindingSide, SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { CONTROL_CLASS } from '#panel/ui/fields/field.tsx'
import { typeName, typesFor } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import { ReadLine } from './read-line.tsx'

/** After a space, and within a number, digits belong to the line. */
const LINE_GOES_ON = /\S\s+(?:\d[\d.,;–-]*)?$/
const NOTHING = { found: [], isClear: false }

interface FindingTypeFieldProps {
  value: string | undefined
  side: FindingSide | undefined
  onChange: (changed: { type?: string; severity?: Severity | null }) => void
  /** Keeps the finding. */
  onKeep: () => void
  /** Takes what was typed in one line, with its type; `isClear` if nothing in it is open to choose. */
  onLine: (line: FindingLine, type: string, isClear: boolean) => void
  error: string | undefined
  ref?: Ref<HTMLInputElement>
}

/**
 * Chooses the type of a finding by letters, or takes a whole finding in one line (`parseFindingLine`). No name of a type has digits, so the
 * digits set the severity while the field has the focus: 1 to 5, and 0 or – for not graded; a hyphen is a letter where a name goes on with
 * it. After a space, digits begin the numbers of the line. Enter takes the highlighted type, a second Enter keeps the finding; Enter keeps a
 * clear line at once. Tab takes the type and goes on.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/
 */
export function FindingTypeField(props: FindingTypeFieldProps) {
  const { value, side, onChange, onKeep, onLine, error, ref } = props
  const text = useText()
  const language = useIntl().locale as Language
  const id = useId()
  /** What is typed; undefined while the field shows the chosen type. */
  const [typed, setTyped] = useState<string | undefined>(value === undefined ? '' : undefined)
  const [hasFocus, setHasFocus] = useState(false)
  const [index, setIndex] = useState(0)
  const line = typed === undefined ? undefined : parseFindingLine(typed)
  const find = (words: string) =>
    findTypes(side ? typesFor(line?.side ?? side) : types.types, language, words)
  const { found, isClear } = typed === undefined ? NOTHING : find(line?.words ?? typed)
  const isOpen = hasFocus && typed !== undefined
  const highlighted = found[Math.min(index, found.length - 1)]
  // Without a typed letter nothing is taken: Enter in an empty field must not keep the first type of the list.
  const taken = typed !== undefined && (typed.trim() !== '' || index > 0) ? highlighted : undefined

  /** Shows the name of the chosen type instead of what was typed. */
  function closeList() {
    setTyped(undefined)
    setIndex(0)
  }

  /** True for the hyphen of a name such as "Leading-edge erosion". */
  function isInName(key: string): boolean {
    return key === '-' && !!typed && find(typed + key).found.length > 0
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const isTyped = isInName(event.key) || LINE_GOES_ON.test(typed ?? '')
    const severity = isTyped ? undefined : severityOfKey(event.key)
    if (severity !== undefined) {
      if (taken) closeList()
      onChange({ ...(taken && { type: taken.id }), severity })
    } else if (event.key === 'Enter') {
      // Letters that fit no type must not keep the former one.
      const fitsNothing = typed !== undefined && typed.trim() !== '' && !taken
      if (line) {
        // What was not understood stays, so that it is corrected.
        if (taken && line.unread.length === 0) {
          closeList()
          onLine(line, taken.id, isClear || index > 0)
        }
      } else if (taken) {
        closeList()
        onChange({ type: taken.id })
      } else if (!fitsNothing) onKeep()
    } else if (event.key === 'Tab') {
      if (line && taken && line.unread.length === 0) {
        closeList()
        onLine(line, taken.id, false)
      } else if (taken && !line) {
        closeList()
        onChange({ type: taken.id })
      }
      return
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (typed === undefined) setTyped('')
      else setIndex(Math.max(0, Math.min(found.length - 1, index + (event.key === 'ArrowDown' ? 1 : -1))))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <label htmlFor={`${id}-input`} className="mb-1 block w-fit text-note font-medium text-ink-soft">
        {text('findings.type')}
        <span aria-hidden className="text-red">
          {' *'}
        </span>
      </label>
      <input
        ref={ref}
        id={`${id}-input`}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-error`}
        aria-expanded={isOpen && found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && highlighted ? `${id}-${highlighted.id}` : undefined}
        value={typed ?? (value === undefined ? '' : typeName(language, value))}
        placeholder={text('findings.type.hint')}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setIndex(0)
        }}
        onFocus={({ currentTarget }) => {
          setHasFocus(true)
          currentTarget.select()
        }}
        onBlur={() => {
          setHasFocus(false)
          if (value !== undefined) setTyped(undefined)
        }}
        onKeyDown={onKeyDown}
        className={`${CONTROL_CLASS} px-3`}
      />
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-note text-red">
          {error}
        </p>
      )}
      {line && <ReadLine line={line} />}
      <ul
        id={`${id}-list`}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the list of a combobox, which keeps the focus
        role="listbox"
        aria-label={text('findings.type')}
        hidden={!isOpen || found.length === 0}
        className="absolute inset-x-0 z-popup mt-1 max-h-64 overflow-y-auto rounded border border-hairline bg-surface py-1 shadow-raised"
      >
        {found.map(({ id: type }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
          <li
            key={type}
            id={`${id}-${type}`}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: an option of the combobox
            role="option"
            tabIndex={-1}
            aria-selected={type === highlighted?.id}
            ref={type === highlighted?.id && isOpen ? scrollIntoList : undefined}
            // A press must not take the focus out of the input.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              closeList()
              if (line) onLine(line, type, false)
              else onChange({ type })
            }}
            className="cursor-pointer px-3 py-1 text-body text-ink aria-selected:bg-action-soft"
          >
            {typeName(language, type)}
          </li>
        ))}
      </ul>
      {isOpen && found.length === 0 && (
        <p role="status" className="mt-1 text-note text-ink-soft">
          {text('common.noMatch')}
        </p>
      )}
    </div>
  )
}

/** The severity of a key: null for not graded, undefined if the key is none. */
export function severityOfKey(key: string): Severity | null | undefined {
  if (key === '0' || key === '-') return null
  return SEVERITIES.find((severity) => String(severity) === key)
}

function scrollIntoList(option: HTMLElement | null) {
  option?.scrollIntoView({ block: 'nearest' })
}
