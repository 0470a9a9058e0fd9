import { useQuery } from '@tanstack/react-query'
import { ChevronsRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import type { Inspection } from '#domain/inspections/inspection.ts'
import type { InspectionState, InspectionStepEntry } from '#domain/inspections/state.ts'
import type { InspectionVersion } from '#domain/inspections/version.ts'
import type { Photo } from '#domain/photo.ts'
import { endingInYear, endingOfObject } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { inspectionQuery, stepsQuery } from '#panel/data/inspections.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { Badge, type BadgeTone } from '#panel/ui/badge.tsx'
import { Button } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'
import { authorWords } from './author-words.ts'
import type { ChangeWords } from './change-words.ts'
import { FindingLinks } from './finding-links.tsx'
import { InspectedRooms } from './inspected-rooms.tsx'
import { InspectionActions } from './inspection-actions.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { ReturnedFindings } from './returned-findings.tsx'
import { UnpublishedChanges } from './unpublished-changes.tsx'
import { VersionList } from './version-list.tsx'

const TONES: Record<InspectionState, BadgeTone> = { open: 'quiet', in_review: 'attention', published: 'good' }

export interface InspectionSectionProps {
  turbine: Turbine
  year: number
  /** The photos of the year, in the order in which they are looked at. */
  photos: readonly Photo[]
  /** The findings of the year; undefined until they are loaded. */
  findings: readonly Finding[] | undefined
  words: ChangeWords
  roomName: (room: string) => string
  onOpenPhoto: (photo: Photo) => void
  /** Opens the review. */
  onReview: () => void
  /** A link to a finding. */
  findingLink: (finding: Finding) => ReactNode
  /** What orders the reports of a version again; undefined for those who may not. */
  versionReport?: ((version: InspectionVersion) => ReactNode) | undefined
}

/** The work on the inspection of a year, for the team. */
export function TeamInspection(props: InspectionSectionProps & { listed: Inspection }) {
  const { turbine, year, listed, photos, findings = [], words } = props
  const place = { turbineId: turbine.id, year }
  const text = useText()
  const changesId = useId()
  const [isShown, setIsOpen] = useState(false)
  const steps = useQuery(stepsQuery(place))
  const viewed = useQuery(inspectionQuery(place))
  const inspection = viewed.data ?? listed
  // Before the first version everything is unpublished.
  const changes = inspection.published_version === null ? 0 : (inspection.unpublished_changes ?? 0)
  const isOpen = isShown && changes > 0
  return (
    <Card className="grid gap-5 px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 gap-2">
          <StateLine inspection={inspection} last={steps.data?.[0]} />
          <Figures inspection={inspection} findings={props.findings}>
            {changes > 0 && (
              <Button
                size="small"
                variant="outline"
                aria-expanded={isOpen}
                aria-controls={changesId}
                onClick={() => setIsOpen(!isOpen)}
              >
                {text('inspection.unpublished', { n: changes })}
              </Button>
            )}
          </Figures>
        </div>
        <div className="ml-auto min-w-0">
          {viewed.isPending && <Skeleton className="h-control w-44" />}
          {viewed.data && (
            <InspectionActions
              turbine={turbine}
              inspection={{ ...viewed.data, ...countInspected(photos) }}
              words={words}
              onReview={props.onReview}
              belowObstacle={(obstacle) =>
                obstacle === 'not_graded' && (
                  <FindingLinks
                    findings={findings.filter(({ severity }) => severity === null)}
                    link={props.findingLink}
                    className="mt-1 justify-end"
                  />
                )
              }
            />
          )}
        </div>
      </div>
      {viewed.data && viewed.data.returned > 0 && (
        <ReturnedFindings place={place} findings={findings} link={props.findingLink} />
      )}
      <div id={changesId} hidden={!isOpen}>
        {isOpen && (
          <div className="rounded border border-hairline bg-surface-sunken px-4 py-3">
            <UnpublishedChanges place={place} words={words} />
          </div>
        )}
      </div>
      {[steps, viewed].map((query, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: always the same queries
        <LoadFailure key={index} query={query} title={text('inspection.partFailed')} />
      ))}
      <InspectedPhotos {...props} />
      <VersionList
        turbine={turbine}
        year={year}
        photos={photos}
        words={words}
        isForTeam
        versionReport={props.versionReport}
      />
    </Card>
  )
}

/** The photos of the screen, which change with each one that somebody looks at. */
function countInspected(photos: readonly Photo[]): Pick<Inspection, 'photos' | 'looked_at'> {
  return { photos: photos.length, looked_at: photos.filter(({ looked_at }) => looked_at !== null).length }
}

/** What is known before the inspection is loaded, as high as what comes, so that the sections below do not move. */
export function TeamInspectionSkeleton(props: InspectionSectionProps) {
  return (
    <Card className="grid gap-5 px-5 py-4">
      <Skeleton className="h-13 w-80 max-w-full" />
      <InspectedPhotos {...props} />
    </Card>
  )
}

/** The state, since when, and who has brought the inspection there. */
function StateLine({ inspection, last }: { inspection: Inspection; last: InspectionStepEntry | undefined }) {
  const text = useText()
  const dates = useDates()
  const { state, since, published_version, unlooked_reason } = inspection
  const n = published_version === null ? '' : String(published_version)
  return (
    <div className="min-w-0 text-body text-ink-soft">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={TONES[state]}>
          {state === 'published'
            ? text('inspection.state.published.version', { n })
            : text(`inspection.state.${state}`)}
        </Badge>
        {last ? (
          <span>
            {dates.dayAndTimeOf(last.at)} · {authorWords(text, last.user_name)}
          </span>
        ) : (
          since && <span>{state === 'open' ? startedOn(since) : dates.longDayOf(since)}</span>
        )}
        {state !== 'published' && n && <span>{text('inspection.stillPublished', { n })}</span>}
      </p>
      {last?.reason && last.reason !== unlooked_reason && (
        <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">
          {text('inspection.lastReason', { reason: last.reason })}
        </p>
      )}
    </div>
  )

  function startedOn(at: string) {
    const ending = endingInYear(Number(dates.dayOf(at).slice(-4)))
    return text('inspection.since', { day: dates.longDayOf(at), ending })
  }
}

/** How many photos somebody has looked at, of the year and of each room, and the way to the next one. */
function InspectedPhotos({ photos, roomName, onOpenPhoto }: InspectionSectionProps) {
  const text = useText()
  const { photos: total, looked_at: done } = countInspected(photos)
  const next = photos.find(({ looked_at }) => looked_at === null)
  if (total === 0) return null
  const words = text('inspection.looked', { n: done, total, ending: endingOfObject(done) })
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-60 flex-1">
          <p className="mb-1.5 text-body font-medium text-ink tabular-nums">{words}</p>
          <ProgressBar done={done} total={total} />
        </div>
        {next && (
          <Button variant="outline" icon={ChevronsRight} onClick={() => onOpenPhoto(next)}>
            {text('look.next')}
          </Button>
        )}
      </div>
      <InspectedRooms photos={photos} roomName={roomName} onOpen={onOpenPhoto} />
    </div>
  )
}

interface FiguresProps {
  inspection: Inspection
  findings: readonly Finding[] | undefined
  /** The button that shows what is not published one by one. */
  children: ReactNode
}

/** The numbers of findings, and why photos were not looked at. */
function Figures({ inspection, findings, children }: FiguresProps) {
  const text = useText()
  const { unlooked_reason } = inspection
  const notGraded = findings?.filter(({ severity }) => severity === null).length ?? inspection.not_graded
  return (
    <div className="grid gap-2 text-body text-ink-soft">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>{text('inspection.findings', { n: findings?.length ?? inspection.findings })}</span>
        {notGraded > 0 && (
          <span className="font-medium text-amber">{text('inspection.notGraded', { n: notGraded })}</span>
        )}
        {children}
      </p>
      {unlooked_reason && (
        <p className="max-w-prose wrap-anywhere whitespace-pre-line">
          {text('inspection.unlookedReason', { reason: unlooked_reason })}
        </p>
      )}
    </div>
  )
}
