import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FileJson } from 'lucide-react'
import { useId, useState } from 'react'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { Badge } from '#panel/ui/badge.tsx'
import { Button } from '#panel/ui/button.tsx'
import { saveFile } from '#panel/ui/save-file.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { authorWords } from './author-words.ts'
import { ChangeList } from './change-list.tsx'
import type { ChangeWords } from './change-words.ts'
import {
  type InspectionPlace,
  readSealedRecord,
  versionChangesQuery,
  versionsQuery,
} from './inspection-calls.ts'

/** How many digits of a hash are shown; its tooltip has all of them. */
const SHOWN_DIGITS = 12

interface VersionListProps {
  place: InspectionPlace
  /** The code of the turbine, for the names of files. */
  code: string
  words: ChangeWords
  /** True for those who see who has published a version; the others see only what is published. */
  isForTeam: boolean
}

/** The published versions of an inspection, the newest first. */
export function VersionList(props: VersionListProps) {
  const text = useText()
  const titleId = useId()
  const query = useQuery(versionsQuery(props.place))
  if (query.data?.length === 0) return null
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} className={props.isForTeam ? 'mb-2 text-body font-semibold text-ink' : 'sr-only'}>
        {text('inspection.versions')}
      </h3>
      <QueryBoundary
        query={query}
        loading={<Skeleton className="h-12 w-full" />}
        failed={text('inspection.versions.failed')}
      >
        {(versions) => (
          <ul className="grid divide-y divide-hairline">
            {versions.map((version) => (
              <li key={version.version} className="py-2.5 first:pt-0 last:pb-0">
                <Version {...props} version={version} hasEarlier={version !== versions.at(-1)} />
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  )
}

interface VersionProps extends VersionListProps {
  version: InspectionVersion
  /** True if there is a version before it, with which it can be compared. */
  hasEarlier: boolean
}

function Version({ place, code, words, isForTeam, version, hasEarlier }: VersionProps) {
  const text = useText()
  const dates = useDates()
  const [isOpen, setIsOpen] = useState(false)
  const changesId = useId()
  const { version: number, published_at, user_name, reason, sha256 } = version
  const { withdrawn_at, withdrawn_by, withdrawn_reason } = version
  const n = String(number)
  const author = authorWords(text, user_name)
  const seal = useApiMutation({
    name: null,
    call: () => readSealedRecord(place, number),
    onSuccess: (record) =>
      saveFile(new Blob([record], { type: 'application/json' }), `${code}-${place.year}-v${n}.json`),
    failureToast: (error) => ({ title: text('inspection.seal.failed'), message: errorText(text, error) }),
  })
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 text-body wrap-anywhere text-ink-soft">
          <span className="font-medium text-ink">{text('inspection.version', { n })}</span>
          {' · '}
          {text('inspection.version.published', { day: dates.longDayOf(published_at) })}
          {isForTeam && author && ` · ${author}`}
        </p>
        {withdrawn_at && <Badge tone="bad">{text('inspection.version.withdrawn')}</Badge>}
        <div className="ml-auto flex flex-wrap items-center gap-1">
          {hasEarlier && (
            <Button
              size="small"
              look="ghost"
              icon={ChevronDown}
              aria-expanded={isOpen}
              aria-controls={changesId}
              aria-label={text('inspection.version.changes.of', { n })}
              onClick={() => setIsOpen(!isOpen)}
            >
              {text('inspection.version.changes')}
            </Button>
          )}
          {sha256 !== null && (
            <span className="font-mono text-caption text-ink-faint" title={sha256}>
              {sha256.slice(0, SHOWN_DIGITS)}…
            </span>
          )}
          {sha256 !== null && (
            <Button
              size="small"
              look="ghost"
              icon={FileJson}
              busy={seal.isPending}
              aria-label={text('inspection.seal.of', { n })}
              data-tooltip={text('inspection.seal.hint', { sha256 })}
              onClick={() => seal.mutate(undefined)}
            >
              {text('inspection.seal')}
            </Button>
          )}
        </div>
      </div>
      {reason && <p className="mt-0.5 text-body wrap-anywhere whitespace-pre-line text-ink-soft">{reason}</p>}
      {withdrawn_at && (
        <p className="mt-0.5 text-body wrap-anywhere whitespace-pre-line text-ink-soft">
          {text('inspection.version.withdrawnBy', {
            day: dates.longDayOf(withdrawn_at),
            name: withdrawn_by,
            reason: withdrawn_reason,
          })}
        </p>
      )}
      <div id={changesId} hidden={!isOpen}>
        {isOpen && (
          <div className="mt-2 rounded border border-hairline bg-surface-sunken px-4 py-3">
            <VersionChanges place={place} version={number} words={words} />
          </div>
        )}
      </div>
    </>
  )
}

function VersionChanges({
  place,
  version,
  words,
}: Pick<VersionProps, 'place' | 'words'> & { version: number }) {
  const text = useText()
  const query = useQuery(versionChangesQuery(place, version))
  return (
    <QueryBoundary
      query={query}
      loading={<Skeleton className="h-12 w-full" />}
      failed={text('inspection.changes.failed')}
    >
      {(changes) => <ChangeList changes={changes} words={words} />}
    </QueryBoundary>
  )
}
