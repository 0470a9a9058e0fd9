import { useQuery } from '@tanstack/react-query'
import { ChevronDown, FileJson, Users } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import { REPORT_FINDINGS_MAX } from '#domain/limits.ts'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import {
  readSealedRecord,
  versionChangesQuery,
  versionPeopleQuery,
  versionsQuery,
} from '#panel/data/inspection-versions.ts'
import type { InspectionPlace } from '#panel/data/inspections.ts'
import { dossierJobs } from '#panel/data/jobs/dossiers.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { watchFileJob } from '#panel/frame/jobs/watched-file-jobs.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { Badge } from '#panel/ui/badge.tsx'
import { Button } from '#panel/ui/button.tsx'
import { saveFile } from '#panel/ui/save-file.ts'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { authorWords } from './author-words.ts'
import { ChangeList } from './change-list.tsx'
import type { ChangeWords } from './change-words.ts'
import { DossierButton } from './dossiers/dossier-button.tsx'
import { DossierLines } from './dossiers/dossier-lines.tsx'

/** How many digits of a hash are shown; its tooltip has all of them. */
const SHOWN_DIGITS = 12

interface VersionListProps {
  turbine: Turbine
  year: number
  /** The photos of the year. */
  photos: readonly Photo[]
  words: ChangeWords
  /** True for those who see who has published a version; the others see only what is published. */
  isForTeam: boolean
  /** What orders the reports of a version again; undefined for those who may not. */
  versionReport?: ((version: InspectionVersion) => ReactNode) | undefined
}

/** The published versions of an inspection, the newest first. */
export function VersionList(props: VersionListProps) {
  const text = useText()
  const titleId = useId()
  const query = useQuery(versionsQuery(placeOf(props)))
  const dossiers = useDossiers(props.turbine, (query.data?.length ?? 0) > 0)
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
      <LoadFailure query={dossiers} title={text('dossier.listFailed')} className="mt-2" />
    </section>
  )
}

/** The dossiers of the turbine. This tab tells the user about the end of those that they have ordered, also in another tab or before a reload. */
function useDossiers(turbine: Turbine, hasVersions: boolean) {
  const query = useQuery({ ...dossierJobs.listQuery(turbine.id), enabled: hasVersions })
  const { data } = query
  useEffect(() => {
    for (const job of data ?? []) if (job.is_own && isUnfinished(job)) watchFileJob('dossier', turbine, job)
  }, [data, turbine])
  return query
}

interface VersionProps extends VersionListProps {
  version: InspectionVersion
  /** True if there is a version before it, with which it can be compared. */
  hasEarlier: boolean
}

function Version(props: VersionProps) {
  const { turbine, year, photos, words, isForTeam, version, hasEarlier } = props
  const place = placeOf(props)
  const text = useText()
  const dates = useDates()
  const caller = useCaller()
  const [isOpen, setIsOpen] = useState(false)
  const [showsPeople, setShowsPeople] = useState(false)
  const changesId = useId()
  const peopleId = useId()
  const { version: number, published_at, user_name, reason, sha256 } = version
  const { withdrawn_at, withdrawn_by, withdrawn_reason, report_findings } = version
  const n = String(number)
  const author = authorWords(text, user_name)
  const seal = useApiMutation({
    name: null,
    call: () => readSealedRecord(place, number),
    onSuccess: (record) =>
      saveFile(new Blob([record], { type: 'application/json' }), `${turbine.code}-${year}-v${n}.json`),
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
              variant="ghost"
              icon={ChevronDown}
              aria-expanded={isOpen}
              aria-controls={changesId}
              aria-label={text('inspection.version.changes.of', { n })}
              onClick={() => setIsOpen(!isOpen)}
            >
              {text('inspection.version.changes')}
            </Button>
          )}
          {isForTeam && (
            <Button
              size="small"
              variant="ghost"
              icon={Users}
              aria-expanded={showsPeople}
              aria-controls={peopleId}
              aria-label={text('inspection.version.people.of', { n })}
              onClick={() => setShowsPeople(!showsPeople)}
            >
              {text('inspection.version.people')}
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
              variant="ghost"
              icon={FileJson}
              busy={seal.isPending}
              aria-label={text('inspection.seal.of', { n })}
              data-tooltip={text('inspection.seal.hint', { sha256 })}
              onClick={() => seal.mutate(undefined)}
            >
              {text('inspection.seal')}
            </Button>
          )}
          {withdrawn_at === null &&
            (report_findings ?? 0) <= REPORT_FINDINGS_MAX &&
            props.versionReport?.(version)}
          {withdrawn_at === null && may(caller, 'inspection.seal', turbine.company_id) && (
            <DossierButton turbine={turbine} year={year} version={version} photos={photos} />
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
      {report_findings !== null && report_findings > REPORT_FINDINGS_MAX && (
        <p className="mt-0.5 text-body text-ink-soft">
          {text('inspection.version.noReport', { n: report_findings, max: REPORT_FINDINGS_MAX })}
        </p>
      )}
      <DossierLines turbine={turbine} year={year} version={number} />
      <div id={peopleId} hidden={!showsPeople}>
        {showsPeople && (
          <div className="mt-2 rounded border border-hairline bg-surface-sunken px-4 py-3">
            <VersionPeople place={place} version={number} />
          </div>
        )}
      </div>
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

function placeOf({ turbine, year }: Pick<VersionListProps, 'turbine' | 'year'>): InspectionPlace {
  return { turbineId: turbine.id, year }
}

/** The names behind the ids that the sealed record has instead of them. */
function VersionPeople({ place, version }: { place: InspectionPlace; version: number }) {
  const text = useText()
  const query = useQuery(versionPeopleQuery(place, version))
  return (
    <QueryBoundary
      query={query}
      loading={<Skeleton className="h-6 w-full" />}
      failed={text('inspection.version.people.failed')}
    >
      {(people) =>
        people.length === 0 ? (
          <p className="text-body text-ink-soft">{text('inspection.version.people.none')}</p>
        ) : (
          <ul className="grid gap-1 text-body text-ink">
            {people.map(({ id, name }) => (
              <li key={`${id} ${name}`} className="flex flex-wrap gap-x-3">
                <span>{name}</span>
                <span className="font-mono text-caption wrap-anywhere text-ink-faint">{id}</span>
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  )
}

function VersionChanges({
  place,
  version,
  words,
}: Pick<VersionProps, 'words'> & { place: InspectionPlace; version: number }) {
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
