import { useSignals } from '@preact/signals-react/runtime'
import { Ruler, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import type { Photo } from '#domain/photo.ts'
import type { Language } from '#domain/text/language.ts'
import { MEASURE_FORMAT } from '#domain/text/number-formats.ts'
import { errorText } from '#panel/api/error-text.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { IconButton } from '#panel/ui/button.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { placeWords, typeName } from '../finding-words.ts'
import { SeverityMark } from '../severity-mark.tsx'
import { references, setReference } from './photo-scale.ts'
import { useDraftActions } from './use-draft-actions.ts'
import { usePhotoMarks } from './use-photo-marks.ts'

/** The findings of the open photo: those that the server has, and those that are not kept yet. A click opens one. */
export function FindingList({ photo }: { photo: Photo }) {
  const text = useText()
  const intl = useIntl()
  const language = intl.locale as Language
  const shown = usePhotoMarks(photo)
  const actions = useDraftActions(shown)
  const { query, findings, drafts, open, mayEdit } = shown
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
              {text(mayEdit ? 'marks.none.write' : 'marks.none.read')}
            </EmptyState>
          ) : (
            <ul className="grid gap-1">
              {findings.map((finding) => (
                <Row
                  key={finding.id}
                  isOpen={finding.id === open?.key}
                  onOpen={() => actions.open(finding.id)}
                  severity={<SeverityMark severity={finding.severity} />}
                  title={typeName(language, finding.type)}
                  facts={[finding.number, placeWords(intl, finding)]}
                />
              ))}
              {begun.map(({ key, values }) => (
                <Row
                  key={key}
                  isOpen={key === open?.key}
                  onOpen={() => actions.open(key)}
                  severity={<SeverityMark severity={values.severity} />}
                  title={values.type === undefined ? text('marks.new') : typeName(language, values.type)}
                  facts={[text('marks.unkept')]}
                />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {mayEdit && <PhotoReference photoId={photo.id} />}
    </div>
  )
}

interface RowProps {
  isOpen: boolean
  onOpen: () => void
  severity: ReactNode
  title: string
  facts: string[]
}

function Row({ isOpen, onOpen, severity, title, facts }: RowProps) {
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
        </span>
      </button>
    </li>
  )
}

/** The reference length of the photo, which can be removed. */
function PhotoReference({ photoId }: { photoId: number }) {
  useSignals()
  const text = useText()
  const { formatNumber } = useIntl()
  const reference = references.value[photoId]
  if (!reference) return null
  return (
    <p className="flex items-center gap-2 border-t border-hairline pt-3 text-note text-ink-soft">
      <Ruler aria-hidden className="size-4 shrink-0" />
      <span className="flex-1">
        {text('marks.reference.set', { mm: formatNumber(reference.mm, MEASURE_FORMAT) })}
      </span>
      <IconButton
        label={text('marks.reference.remove')}
        icon={Trash2}
        onClick={() => setReference(photoId, undefined)}
      />
    </p>
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
