import { BookCheck, ListChecks, type LucideIcon, RotateCcw, Send, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ViewedInspection } from '#domain/inspections/inspection.ts'
import type { InspectionStep, Obstacle } from '#domain/inspections/state.ts'
import { may } from '#domain/permissions.ts'
import { endingOfObject } from '#domain/text/turkish.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button, type ButtonVariant } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ChangeWords } from './change-words.ts'
import { obstacleWords } from './obstacle-words.ts'

const TransitionDialog = lazyDialog(() => import('./transition-dialog.tsx'))

const STEPS: readonly { to: InspectionStep; icon: LucideIcon; variant: ButtonVariant }[] = [
  { to: 'withdrawn', icon: Undo2, variant: 'ghost' },
  { to: 'open', icon: RotateCcw, variant: 'outline' },
  { to: 'in_review', icon: Send, variant: 'outline' },
  { to: 'published', icon: BookCheck, variant: 'primary' },
]

/** The button that opens the review, if the page shows it. It gets the focus when the review closes. */
export function findReviewButton(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('[data-opens-review]') ?? undefined
}

interface InspectionActionsProps {
  turbine: Turbine
  inspection: ViewedInspection
  words: ChangeWords
  onReview: () => void
  /** What is shown below the sentence that says why the inspection cannot be published, such as links to its findings. */
  belowObstacle: (obstacle: Obstacle) => ReactNode
}

/** The buttons that review an inspection and send it on, as far as the caller may, and why it cannot be published yet. */
export function InspectionActions(props: InspectionActionsProps) {
  const { turbine, inspection, words, onReview, belowObstacle } = props
  const text = useText()
  const caller = useCaller()
  const form = useFormLayer()
  const { possible, state, year } = inspection
  const version = inspection.published_version ?? 0
  const nameOf = (to: InspectionStep) => `inspection-${to}-${year}`
  const permitted = STEPS.filter(({ to }) => possible[to] !== 'forbidden')
  const offered = permitted.filter(({ to }) => isOffered(to, inspection))
  // Also a step that somebody else has made impossible meanwhile: its dialog says so.
  const chosen = permitted.find(({ to }) => form.value === nameOf(to))
  const obstacle = possible.published
  const isReviewable = state === 'in_review' || (state === 'open' && inspection.findings > 0)
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isReviewable && may(caller, 'inspection.review', turbine.company_id) && (
          <Button icon={ListChecks} variant="outline" data-opens-review="" onClick={onReview}>
            {text('review.open')}
          </Button>
        )}
        {offered.map(({ to, icon, variant }) => {
          const why = possible[to]
          return (
            <Button
              key={to}
              icon={icon}
              variant={variant}
              blocked={why === null ? undefined : obstacleWords(text, why, to, inspection)}
              onClick={() => form.open(nameOf(to))}
            >
              {text(`inspection.step.${stepLabel(to, inspection)}`, {
                n: version,
                ending: endingOfObject(version),
              })}
            </Button>
          )
        })}
      </div>
      {obstacle && obstacle !== 'nothing_new' && obstacle !== 'forbidden' && (
        <div className="mt-2 ml-auto max-w-xl text-right text-body text-ink-soft">
          <p>{obstacleWords(text, obstacle, 'published', inspection)}</p>
          {belowObstacle(obstacle)}
        </div>
      )}
      {chosen && (
        <TransitionDialog
          key={chosen.to}
          place={{ turbineId: turbine.id, year }}
          to={chosen.to}
          inspection={inspection}
          words={words}
          onClose={form.close}
        />
      )}
    </>
  )
}

/** True for the steps that make sense in this state. A published inspection is sent to the review only with something new. */
function isOffered(to: InspectionStep, inspection: ViewedInspection) {
  const { state, published_version, unpublished_changes } = inspection
  if (to === 'withdrawn') return published_version !== null
  if (to === 'open') return state !== 'open'
  if (to === 'in_review') return state === 'open' || (state === 'published' && (unpublished_changes ?? 0) > 0)
  return true
}

function stepLabel(to: InspectionStep, { state, published_version }: ViewedInspection) {
  if (to === 'open' && state === 'published') return 'reopen'
  return to === 'published' && published_version !== null ? 'further' : to
}
