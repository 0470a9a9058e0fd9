import { Check } from 'lucide-react'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Severity } from '#domain/findings/finding-type.ts'
import type { Language } from '#domain/text/language.ts'
import { severityClasses } from '#panel/ui/severity/severity-mark.tsx'
import { severityWords } from '#panel/words/finding-words.ts'
import { worstSeverity } from './section/findings-of-year.ts'

/** What the tiles of the photos say about their findings, by the id of the photo: how many there are, and the worst that is not solved. */
export function useFindingNotes(findings: readonly Finding[] | undefined) {
  const intl = useIntl()
  return useMemo(() => {
    const byPhoto = Map.groupBy(findings ?? [], ({ photo_id }) => photo_id)
    return new Map(
      [...byPhoto].flatMap(([photo, ofPhoto]) => (photo === null ? [] : [[photo, noteOf(ofPhoto)] as const])),
    )

    function noteOf(ofPhoto: Finding[]) {
      const n = ofPhoto.length
      // A finding that a later year continues is not solved by that, as on the blade and on the photo.
      const waiting = ofPhoto.filter((finding) => !isSolved(finding))
      const areSolved = waiting.length === 0
      const worst = worstSeverity(areSolved ? ofPhoto : waiting)
      return {
        label: labelOf(n, worst, areSolved),
        mark: (
          <span className="flex h-6 items-center gap-1 rounded bg-lightbox/75 pr-1.5 text-caption font-semibold text-lightbox-ink tabular-nums">
            <span
              className={`relative grid size-6 place-items-center rounded ${severityClasses(worst, areSolved)}`}
            >
              {worst ?? '–'}
            </span>
            {areSolved && <Check className="size-3.5" strokeWidth={3} />}
            {intl.formatMessage({ id: 'findings.note.count' }, { n })}
          </span>
        ),
      }
    }

    function labelOf(n: number, worst: Severity | null, areSolved: boolean): string {
      if (areSolved) return intl.formatMessage({ id: 'findings.note.solved' }, { n })
      if (worst === null) return intl.formatMessage({ id: 'findings.note.ungraded' }, { n })
      const { name } = severityWords(intl.locale as Language, worst)
      return intl.formatMessage({ id: 'findings.note.unsolved' }, { n, severity: worst, name })
    }
  }, [findings, intl])
}
