import { Ruler, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { isSolved } from '#domain/findings/finding-rules.ts'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { errorText } from '#panel/api/error-text.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { Button, IconButton } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { SeverityMark } from '#panel/ui/severity/severity-mark.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { placeWords, typeName } from '#panel/words/finding-words.ts'
import { useText } from '#panel/words/use-text.ts'
import type { Draft } from '../outbox/marking-work.ts'
import { usePhotoScale } from './photo-scale.ts'
import { useDraftActions } from './use-draft-actions.ts'
import { usePhotoMarks } from './use-photo-marks.ts'

interface FindingListProps {
  photo: Photo
  /** Called after a finding was chosen. */
  onChosen?: () => void
}

/** The findings of the open photo: those that the server has, and those that are not kept yet. A click opens one. */
export function FindingList({ photo, onChosen = () => {} }: FindingListProps) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const shown = usePhotoMarks(photo)
  const actions = useDraftActions(shown)
  const { query, findings, drafts, open, mayEdit } = shown
  function choose(key: number) {
    actions.open(key)
    onChosen()
  }
  // Nothing can be drawn on a point cloud.
  const emptyWords = photo.thumb_url === null ? 'marks.none.cloud' : 'marks.none.write'
  const begun = drafts.filter(({ key }) => key < 0)
  return (
    <div className="grid gap-3 px-5 pb-5">
      <QueryBoundary
        query={query}
        loading={<ListSkeleton label={text('findings.loading')} />}
        failed={(error, retry) => (
          <EmptyState compact alert title={text('findings.failed')} action={retry}>
            {errorText(text, error)}
          </EmptyState>
        )}
      >
        {() =>
          findings.length + begun.length === 0 ? (
            <EmptyState compact title={text('marks.none')}>
              {text(mayEdit ? emptyWords : 'marks.none.read')}
            </EmptyState>
          ) : (
            <ul className="grid gap-1">
              {findings.map((finding) => (
                <Row
                  key={finding.id}
                  isOpen={finding.id === open?.key}
                  onOpen={() => choose(finding.id)}
                  severity={<SeverityMark severity={finding.severity} isSolved={isSolved(finding)} />}
                  title={typeName(language, finding.type)}
                  facts={[finding.number, placeWords(intl, finding)]}
                  draft={drafts.find(({ key }) => key === finding.id)}
                />
              ))}
              {begun.map((draft) => {
                const { key, values } = draft
                return (
                  <Row
                    key={key}
                    isOpen={key === open?.key}
                    onOpen={() => choose(key)}
                    severity={<SeverityMark severity={values.severity} />}
                    title={values.type === undefined ? text('marks.new') : typeName(language, values.type)}
                    facts={[values.place && `${values.place} m`]}
                    draft={draft}
                  />
                )
              })}
            </ul>
          )
        }
      </QueryBoundary>
      <ScaleNote photo={photo} mayEdit={mayEdit} />
    </div>
  )
}

interface RowProps {
  isOpen: boolean
  onOpen: () => void
  severity: ReactNode
  title: string
  facts: string[]
  /** What the server does not have yet. */
  draft: Draft | undefined
}

function Row({ isOpen, onOpen, severity, title, facts, draft }: RowProps) {
  const text = useText()
  return (
    <li>
      <button
        type="button"
        aria-pressed={isOpen}
        onClick={onOpen}
        className="flex w-full cursor-pointer items-center gap-3 rounded border border-hairline px-3 py-2 text-left transition-colors hover:border-hairline-strong aria-pressed:border-action aria-pressed:bg-action-soft"
      >
        {severity}
        <span className="min-w-0 flex-1">
          <span className="block truncate text-body">{title}</span>
          <span className="block truncate text-note text-ink-soft tabular-nums">
            {facts.filter(Boolean).join(' · ')}
          </span>
          {draft && (
            <span className={`block text-note ${draft.failure ? 'text-red' : 'text-amber'}`}>
              {draft.failure ?? text(`marks.draft.${draft.status}`)}
            </span>
          )}
        </span>
      </button>
    </li>
  )
}

/** The scale of the photo, which can be removed. One that only this browser has can be given to all. */
function ScaleNote({ photo, mayEdit }: { photo: Photo; mayEdit: boolean }) {
  const text = useText()
  const { formatNumber } = useIntl()
  const { scale, isShared, save } = usePhotoScale(photo)
  if (!scale) return null
  const mm = formatNumber(scale.mm, MEASURE_FORMAT)
  return (
    <div className="flex items-center gap-2 border-t border-hairline pt-3 text-note text-ink-soft">
      <Ruler aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1">
        {text(isShared ? 'marks.reference.set' : 'marks.reference.own', { mm })}
        {mayEdit && !isShared && (
          <Button variant="outline" size="small" onClick={() => save(scale)} className="mt-1.5">
            {text('marks.reference.share')}
          </Button>
        )}
      </p>
      {mayEdit && isShared && (
        <IconButton label={text('marks.reference.remove')} icon={Trash2} onClick={() => save(null)} />
      )}
    </div>
  )
}

const PLACES = [0, 1, 2]

function ListSkeleton({ label }: { label: string }) {
  return (
    <div role="status" className="grid gap-1">
      <span className="sr-only">{label}</span>
      {PLACES.map((place) => (
        <Skeleton key={place} className="h-14 w-full" />
      ))}
    </div>
  )
}
