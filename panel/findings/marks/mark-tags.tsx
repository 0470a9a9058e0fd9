import { type KeyboardEvent, useRef } from 'react'
import { useIntl } from 'react-intl'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { SolvedTick, severityClasses } from '#panel/ui/severity/severity-mark.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { severityWords, typeName } from '#panel/words/finding-words.ts'
import { useMeasureWords } from '#panel/words/use-measure-words.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import type { Mark } from './use-photo-marks.ts'

const OWN_KEYS = /^(Arrow\w+|Home|End|Delete)$/

interface MarkTagsProps {
  marks: readonly Mark[]
  openKey: number | undefined
  photo: Pick<Photo, 'originalName'>
  onOpen: (key: number) => void
}

/** The severities at the marks, as buttons that open them. They are one tab stop; the arrow keys go from one to the next. */
export function MarkTags({ marks, openKey, photo, onOpen }: MarkTagsProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const words = useMeasureWords()
  const group = useRef<HTMLFieldSetElement>(null)
  const { active, onFocus, onKeyDown } = useArrowFocus(
    group,
    marks.map(({ key }) => String(key)),
  )

  function goOn(event: KeyboardEvent) {
    onKeyDown(event)
    // Elsewhere in the lightbox the arrow keys show other photos, and Delete deletes the photo.
    if (OWN_KEYS.test(event.key)) event.stopPropagation()
  }

  return (
    <fieldset
      ref={group}
      aria-label={text('marks.group', { name: photo.originalName })}
      onFocus={onFocus}
      onKeyDown={goOn}
      className="contents"
    >
      {marks.map((mark) => {
        const isDone = mark.finding !== undefined && isSolved(mark.finding)
        const growth = mark.growth && words.change(mark.growth)
        const name = [markName(text, language, mark), growth].filter(Boolean).join(', ')
        return (
          <button
            key={mark.key}
            type="button"
            data-stop={mark.key}
            data-mark-tag={mark.key}
            tabIndex={String(mark.key) === active ? 0 : -1}
            aria-label={name}
            aria-pressed={mark.key === openKey}
            data-tooltip={name}
            // Otherwise the picture holds the pointer, and there is no click.
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => onOpen(mark.key)}
            className={`pointer-events-auto absolute top-0 left-0 flex h-6 min-w-6 cursor-pointer items-center justify-center gap-1 px-1 whitespace-nowrap ${isDone ? '' : 'border border-lightbox'} text-note font-semibold tabular-nums aria-pressed:ring-2 aria-pressed:ring-lightbox-ink ${severityClasses(mark.severity, isDone)} ${mark.shape.kind === 'point' ? '-m-3 rounded-full' : '-mt-6.5 rounded-sm'}`}
          >
            {mark.severity ?? '–'}
            {growth !== undefined && (
              <span className="border-l border-current/40 pl-1 text-caption font-medium">{growth}</span>
            )}
            {isDone && <SolvedTick />}
          </button>
        )
      })}
    </fieldset>
  )
}

/** What screen readers say for a mark. */
function markName(text: Text, language: Language, { finding, severity, isKept }: Mark): string {
  const grade =
    severity === null
      ? text('findings.severity.none')
      : text('findings.severity.named', { severity, name: severityWords(language, severity).name })
  if (!finding) return `${text(isKept ? 'marks.sending' : 'marks.unkept')}, ${grade}`
  const name = `${finding.number}, ${typeName(language, finding.type)}, ${grade}`
  return isSolved(finding) ? text('findings.mark.solved', { name }) : name
}
