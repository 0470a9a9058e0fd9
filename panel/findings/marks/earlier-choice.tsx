import { Link2, Unlink } from 'lucide-react'
import { useIntl } from 'react-intl'
import type { Finding } from '#domain/findings/finding.ts'
import { nearbyEarlier } from '#domain/findings/finding-links.ts'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { familyOf, placeWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import type { FindingValues } from '../finding-values.ts'
import { parsePlace } from '../place-text.ts'

interface EarlierChoiceProps {
  /** All findings of the turbine. */
  findings: readonly Finding[]
  /** The finding itself; undefined if it is new. */
  finding: Finding | undefined
  photo: Pick<Photo, 'year'>
  values: FindingValues
  onChange: (values: FindingValues) => void
}

/** How many earlier findings are offered. */
const OFFERED_MAX = 3

/** The finding of an earlier year that this one continues, and those nearby that it may continue. A click links one. */
export function EarlierChoice({ findings, finding, photo, values, onChange }: EarlierChoiceProps) {
  const text = useText()
  const linked = findings.find(({ id }) => id === values.earlierId)
  const offered = linked ? [linked] : nearbyOf(findings, finding, photo, values).slice(0, OFFERED_MAX)
  if (offered.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-note font-medium text-ink-soft">
        {text(linked ? 'findings.earlier' : 'findings.earlier.nearby')}
      </legend>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {offered.map((earlier) => (
          <li key={earlier.id} className="flex items-center gap-2 rounded border border-hairline py-0.5 pl-2">
            <SeverityMark severity={earlier.severity} isSolved={isSolved(earlier)} />
            <EarlierWords earlier={earlier} />
            <IconButton
              label={text(linked ? 'findings.earlier.unlink' : 'findings.earlier.link', {
                number: earlier.number,
              })}
              icon={linked ? Unlink : Link2}
              onClick={() => onChange({ ...values, earlierId: linked ? null : earlier.id })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function EarlierWords({ earlier }: { earlier: Finding }) {
  const intl = useIntl()
  const facts = [earlier.year, placeWords(intl, earlier)].filter(Boolean)
  return (
    <span className="min-w-0 flex-1 text-note">
      <span className="block truncate">
        {earlier.number} · {typeName(intl.locale as Language, earlier.type)}
      </span>
      <span className="block truncate text-caption text-ink-soft">{facts.join(' · ')}</span>
    </span>
  )
}

function nearbyOf(
  findings: readonly Finding[],
  finding: Finding | undefined,
  photo: Pick<Photo, 'year'>,
  { type, blade, side, place }: FindingValues,
): Finding[] {
  const range = parsePlace(place)
  if (type === undefined || !blade || !side || !range) return []
  // A new finding has the day of its photo; only the year of it is known here, and links go to earlier inspections.
  const found_on = finding?.found_on ?? `${photo.year}-01-01`
  const year = finding?.year ?? photo.year
  const own = { type, blade, side, found_on, year, from_m: range.from_m, to_m: range.to_m }
  return nearbyEarlier({ ...own, ...(finding && { id: finding.id }) }, findings, familyOf)
}
