import { type KeyboardEvent, useRef, useState } from 'react'
import { SEVERITIES, type Severity } from '#domain/findings/finding-type.ts'
import type { InspectionPlace } from '#panel/data/inspections.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { useKeptState } from '#panel/session/kept-work.ts'
import { useNavigateHere } from '#panel/ui/address/use-navigate-here.ts'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { FullScreenDialog } from '#panel/ui/dialogs/full-screen-dialog.tsx'
import { EmptyState } from '#panel/ui/empty-state.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { KeptRemarks, NO_REMARKS, remarksName, withRemark } from '../decisions/kept-remarks.ts'
import { lightboxAddress } from './lightbox-address.ts'
import { RemarkForm } from './remark-form.tsx'
import { ReplaceQuestion } from './replace-question.tsx'
import { ReviewBar } from './review-bar.tsx'
import { ReviewDetails } from './review-details.tsx'
import { ReviewKeys } from './review-keys.tsx'
import { ReviewList } from './review-list.tsx'
import { earlierOf } from './review-order.ts'
import { ReviewPicture } from './review-picture.tsx'
import { useReview } from './use-review.ts'

/** What a key is for. */
type Wanted = { for: 'accept' } | { for: 'return' } | { for: 'severity'; severity: Severity }
/** What the open field is for, of which finding, and the decision of another person that the reviewer has agreed to replace; null if there was none. */
type Asked = Exclude<Wanted, { for: 'accept' }> & { id: number; replaces: number | null }

interface ReviewScreenProps {
  inspected: InspectionPlace
  /** The name of the turbine. */
  name: string
  /** The finding with which it begins; by default the first one about which nobody has decided. */
  startId: number | undefined
  /** Keeps the finding in the address, before the reviewer goes to another screen. */
  keepPlace: (findingId: number) => Promise<void>
  onClose: () => void
  /** The element that gets the focus when the review closes; by default the one that had it before. */
  finalFocus?: () => HTMLElement | undefined
}

/** The review of an inspection with the keyboard alone, over everything. */
export default function ReviewScreen(props: ReviewScreenProps) {
  const { inspected, name, startId, keepPlace, onClose, finalFocus = () => undefined } = props
  const text = useText()
  const review = useReview(inspected, startId)
  const navigate = useNavigateHere()
  const { finding } = review
  const dialog = useRef<HTMLDivElement>(null)
  const details = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<Asked>()
  const [asksForAll, setAsksForAll] = useState(false)
  /** The finding about which another person has decided, while the question about it is open. */
  const [replacing, setReplacing] = useState<{ id: number; by: Wanted; remark?: string }>()
  const [isWhole, setIsWhole] = useState(false)
  const [remarks, setRemarks] = useKeptState(remarksName(inspected), KeptRemarks, NO_REMARKS)
  const notify = useNotify()
  const isReplacing = review.standing !== undefined && replacing?.id === finding?.id
  const title = text('review.title', { name, year: String(inspected.year) })

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
      finalFocus={finalFocus}
      className="grid"
      above={
        <>
          <ConfirmDialog
            open={asksForAll}
            tone="neutral"
            title={text('review.acceptLeft.title')}
            confirmLabel={text('review.acceptLeft', { n: review.acceptable.length })}
            onCancel={() => setAsksForAll(false)}
            onConfirm={() => {
              review.acceptLeft()
              setAsksForAll(false)
            }}
            finalFocus={() => dialog.current ?? undefined}
          >
            {text('review.acceptLeft.text', { n: review.acceptable.length })}
          </ConfirmDialog>
          {finding && (
            <ReplaceQuestion
              finding={finding}
              standing={review.standing}
              open={isReplacing}
              onConfirm={() => {
                setReplacing(undefined)
                if (replacing) run(replacing.by, replacing.remark)
              }}
              onCancel={() => setReplacing(undefined)}
              finalFocus={() => dialog.current?.querySelector('textarea') ?? dialog.current ?? undefined}
            />
          )}
        </>
      }
    >
      <div
        data-theme="dark"
        className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)_auto] bg-lightbox text-ink"
      >
        <ReviewBar
          title={title}
          review={review}
          onAcceptLeft={() => setAsksForAll(true)}
          inspected={inspected}
          onLeave={leave}
          onClose={onClose}
        />
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
        <ReviewKeys
          conditions={[
            ...(review.findings.length > 0 ? (['findings'] as const) : []),
            ...(review.acceptable.length > 0 ? (['acceptable'] as const) : []),
            ...(review.mayUndo ? (['undo'] as const) : []),
          ]}
        />
      </div>
    </FullScreenDialog>
  )

  function renderReview() {
    if (!finding) return null
    const { id } = finding
    const earlier = earlierOf(review.all, finding)
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
        <ReviewPicture
          finding={finding}
          earlier={earlier}
          next={review.next}
          isWhole={isWhole}
          onLeave={leave}
        />
        <div className="grid min-h-0 grid-rows-[minmax(0,1fr)_auto] border-l border-hairline">
          <ReviewDetails
            finding={finding}
            decision={review.decisions.get(id)}
            earlier={earlier}
            scroller={details}
            onLeave={leave}
          />
          {asked?.id === id && renderField(asked, id)}
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
          // Another person may have decided while the reviewer was writing.
          if (review.standing && review.standing.id !== open.replaces) setReplacing({ id, by: open, remark })
          else run(open, remark)
        }}
        onCancel={closeField}
      />
    )
  }

  function type(id: number, typed: string) {
    setRemarks((former) => withRemark(former, id, typed))
  }

  async function leave(address: string) {
    if (finding) await keepPlace(finding.id)
    await navigate(address)
  }

  function closeField() {
    setAsked(undefined)
    dialog.current?.focus()
  }

  /** Does what a key is for, after a question if another person has decided. A finding without a severity is not accepted. */
  function begin(wanted: Wanted) {
    if (!finding) return
    const { id, number, severity } = finding
    if (wanted.for === 'accept' && severity === null)
      notify({
        tone: 'warning',
        title: text('review.notGraded', { number }),
        message: text('review.notGraded.text'),
      })
    else if (review.standing) setReplacing({ id, by: wanted })
    else run(wanted)
  }

  /** @param remark what was typed about it; without one, it is asked for */
  function run(wanted: Wanted, remark?: string) {
    if (wanted.for === 'accept') return review.decide('accepted')
    if (remark === undefined) {
      if (finding) setAsked({ ...wanted, id: finding.id, replaces: review.standing?.id ?? null })
      return
    }
    closeField()
    if (wanted.for === 'return') review.decide('returned', remark)
    else review.changeSeverity(wanted.severity, remark)
  }

  function undo() {
    const changed = review.undo()
    if (changed) notify({ tone: 'warning', title: text('review.undo.changed', { number: changed.number }) })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || asksForAll || isReplacing || !finding) return
    const target = event.target as HTMLElement
    if (target.closest('textarea')) return
    // Enter presses the button, or follows the link, that has the focus.
    const isOnControl = target.closest('button, a') !== null && target.closest('[aria-current]') === null
    const action = actionOf(event, isOnControl)
    if (!action) return
    event.preventDefault()
    // A held key decides about one finding.
    if (!event.repeat || /^(Arrow|Page)/.test(event.key)) action()
  }

  /** Scrolls a long text by nearly what is seen of it. */
  function scrollDetails(direction: 1 | -1) {
    const { current: scroller } = details
    scroller?.scrollBy({ top: direction * 0.9 * scroller.clientHeight })
  }

  function actionOf({ key, shiftKey }: KeyboardEvent, isOnControl: boolean): (() => void) | undefined {
    // Caps Lock turns the case of letters.
    const letter = key.toLowerCase()
    if (shiftKey)
      return letter === 'a' && review.acceptable.length > 0 ? () => setAsksForAll(true) : undefined
    if (key === 'Enter') return isOnControl ? undefined : () => begin({ for: 'accept' })
    if (key === 'ArrowDown') return () => review.move(1)
    if (key === 'ArrowUp') return () => review.move(-1)
    if (key === 'PageDown') return () => scrollDetails(1)
    if (key === 'PageUp') return () => scrollDetails(-1)
    if (letter === 'g') return () => begin({ for: 'return' })
    if (letter === 'z') return () => setIsWhole(!isWhole)
    if (letter === 'u') return undo
    if (letter === 'o') return () => finding && void leave(lightboxAddress(finding))
    const severity = SEVERITIES.find((each) => String(each) === key)
    if (severity === undefined || severity === finding?.severity) return undefined
    return () => begin({ for: 'severity', severity })
  }
}
