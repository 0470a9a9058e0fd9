import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import * as z from 'zod'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import { findingAddress } from '#domain/panel-addresses.ts'
import type { Language } from '#domain/text/language.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useKeptState } from '#panel/session/kept-work.ts'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { FullScreenDialog } from '#panel/ui/dialogs/full-screen-dialog.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { nameOfSeverity, nameOfType } from './finding-facts.ts'
import { RemarkForm } from './remark-form.tsx'
import { ReviewBar } from './review-bar.tsx'
import type { Inspected } from './review-calls.ts'
import { ReviewKeys } from './review-keys.tsx'
import { ReviewList } from './review-list.tsx'
import { earlierOf } from './review-order.ts'
import { pictureOf, ReviewPicture } from './review-picture.tsx'
import { ReviewTalk } from './review-talk.tsx'
import { useReview } from './use-review.ts'

/** What is typed about findings, by their ids. */
const Remarks = z.record(z.string(), z.string())
const NO_REMARKS: z.infer<typeof Remarks> = {}
/** How many of the next photos are loaded ahead. */
const AHEAD = 2

/** What the open field is for. */
type Asked = { for: 'return' } | { for: 'severity'; severity: Severity }

interface ReviewScreenProps {
  inspected: Inspected
  /** The name of the turbine. */
  name: string
  onClose: () => void
}

/** The review of an inspection with the keyboard alone, over everything. */
export default function ReviewScreen({ inspected, name, onClose }: ReviewScreenProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const review = useReview(inspected)
  const { finding } = review
  const dialog = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Asked>()
  const [asksForAll, setAsksForAll] = useState(false)
  const { turbineId, year } = inspected
  const [remarks, setRemarks] = useKeptState(`review/${turbineId}-${year}`, Remarks, NO_REMARKS)
  usePicturesAhead(review)
  const title = text('review.title', { name, year: String(year) })

  return (
    <FullScreenDialog
      dialogRef={dialog}
      onKeyDown={onKeyDown}
      onEscape={() => {
        if (!asked) return false
        closeField()
        return true
      }}
      onClose={onClose}
      finalFocus={() => undefined}
      className="grid"
      above={
        <ConfirmDialog
          open={asksForAll}
          tone="neutral"
          title={text('review.acceptLeft.title')}
          confirmLabel={text('review.acceptLeft', { n: review.left.length })}
          onCancel={() => setAsksForAll(false)}
          onConfirm={() => {
            review.acceptLeft()
            setAsksForAll(false)
          }}
          finalFocus={() => dialog.current ?? undefined}
        >
          {text('review.acceptLeft.text', { n: review.left.length })}
        </ConfirmDialog>
      }
    >
      <div data-theme="dark" className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] bg-viewer text-ink">
        <ReviewBar title={title} review={review} onAcceptLeft={() => setAsksForAll(true)} onClose={onClose} />
        <QueryBoundary
          query={review.query}
          loading={
            <div role="status" className="p-5">
              <span className="sr-only">{text('findings.loading')}</span>
              <Skeleton className="h-full w-full" />
            </div>
          }
          failed={text('findings.failed')}
          empty={
            <div className="p-10">
              <EmptyState title={text('review.none')}>{text('review.none.text')}</EmptyState>
            </div>
          }
        >
          {renderReview}
        </QueryBoundary>
        <ReviewKeys mayUndo={review.mayUndo} />
      </div>
    </FullScreenDialog>
  )

  function renderReview() {
    if (!finding) return null
    const { id, number, severity, user_name } = finding
    return (
      <div className="grid min-h-0 grid-cols-[clamp(11rem,16vw,18rem)_minmax(0,1fr)_clamp(15rem,24vw,22rem)]">
        <ReviewList
          findings={review.findings}
          decisions={review.decisions}
          openId={id}
          onOpen={(next) => {
            setAsked(undefined)
            review.select(next)
            dialog.current?.focus()
          }}
        />
        <ReviewPicture finding={finding} earlier={earlierOf(review.all, finding)} />
        <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] border-l border-hairline">
          <div className="border-b border-hairline px-5 py-4">
            <h3 className="text-title font-semibold text-ink">
              <Link to={findingAddress(turbineId, id)} className="rounded hover:underline">
                {number}
              </Link>
            </h3>
            <p className="mt-0.5 text-body text-ink-soft">{nameOfType(language, finding.type)}</p>
            <p className="mt-0.5 text-body text-ink-soft">
              {severity === null
                ? text('findings.severity.none')
                : text('findings.severity.named', { severity, name: nameOfSeverity(language, severity) })}
              {' · '}
              {user_name}
            </p>
            {finding.text !== '' && (
              <p className="mt-2 text-body whitespace-pre-wrap wrap-anywhere text-ink">{finding.text}</p>
            )}
          </div>
          <ReviewTalk finding={finding} />
          {asked && renderField(asked, id)}
        </div>
      </div>
    )
  }

  function renderField(open: Asked, id: number) {
    const isReturn = open.for === 'return'
    return (
      <RemarkForm
        key={`${id} ${open.for}`}
        label={
          isReturn ? text('review.return.why') : text('review.severity.why', { severity: open.severity })
        }
        submitLabel={text(isReturn ? 'review.return' : 'review.severity.change')}
        value={remarks[id] ?? ''}
        onChange={(typed) => type(id, typed)}
        onSubmit={(remark) => {
          type(id, '')
          closeField()
          if (open.for === 'return') review.decide('returned', remark)
          else review.changeSeverity(open.severity, remark)
        }}
        onCancel={closeField}
      />
    )
  }

  function type(id: number, typed: string) {
    setRemarks(({ [id]: _, ...others }) => (typed === '' ? others : { ...others, [id]: typed }))
  }

  function closeField() {
    setAsked(undefined)
    dialog.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || asksForAll || !finding) return
    const target = event.target as HTMLElement
    if (target.closest('textarea')) return
    // Enter presses the button, or follows the link, that has the focus.
    const isOnControl = target.closest('button, a') !== null && target.closest('[aria-current]') === null
    const action = actionOf(event, isOnControl)
    if (!action) return
    event.preventDefault()
    // A held key decides about one finding.
    if (!event.repeat || event.key.startsWith('Arrow')) action()
  }

  function actionOf({ key, shiftKey }: KeyboardEvent, isOnControl: boolean): (() => void) | undefined {
    if (shiftKey) return key === 'A' && review.left.length > 0 ? () => setAsksForAll(true) : undefined
    if (key === 'Enter') return isOnControl ? undefined : () => review.decide('accepted')
    if (key === 'ArrowDown') return () => review.move(1)
    if (key === 'ArrowUp') return () => review.move(-1)
    if (key === 'g') return () => setAsked({ for: 'return' })
    if (key === 'u') return () => review.undo()
    const severity = SEVERITIES.find((each) => String(each) === key)
    if (severity === undefined || severity === finding?.severity) return undefined
    return () => setAsked({ for: 'severity', severity })
  }
}

/** Loads the photos of the next findings, so that the reviewer does not wait for them. */
function usePicturesAhead({ findings, finding }: ReturnType<typeof useReview>) {
  useEffect(() => {
    const place = findings.findIndex(({ id }) => id === finding?.id)
    for (const next of findings.slice(place + 1, place + 1 + AHEAD)) {
      const source = pictureOf(next, 1280)
      if (source !== undefined) new Image().src = source
    }
  }, [findings, finding?.id])
}
