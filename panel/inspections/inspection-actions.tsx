import { BookCheck, type LucideIcon, RotateCcw, Send, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Inspection } from '#domain/inspections/inspection.ts'
import {
  findObstacle,
  type InspectionStep,
  type Obstacle,
  type TransitionFacts,
} from '#domain/inspections/state.ts'
import { type Action, may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { useFormLayer } from '#panel/ui/address/form-layer.ts'
import { Button, type ButtonLook } from '#panel/ui/button.tsx'
import { lazyDialog } from '#panel/ui/late-scripts/lazy-part.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { ChangeWords } from './change-words.ts'
import { obstacleWords } from './obstacle-words.ts'

const TransitionDialog = lazyDialog(() => import('./transition-dialog.tsx'))

const STEPS: readonly { to: InspectionStep; action: Action; icon: LucideIcon; look: ButtonLook }[] = [
  { to: 'withdrawn', action: 'inspection.withdraw', icon: Undo2, look: 'ghost' },
  { to: 'open', action: 'inspection.reopen', icon: RotateCcw, look: 'outline' },
  { to: 'in_review', action: 'inspection.close', icon: Send, look: 'outline' },
  { to: 'published', action: 'inspection.publish', icon: BookCheck, look: 'primary' },
]

interface InspectionActionsProps {
  turbine: Turbine
  inspection: Inspection
  facts: TransitionFacts
  words: ChangeWords
  /** What is shown below the sentence that says why the inspection cannot be published, such as links to its findings. */
  belowObstacle: (obstacle: Obstacle) => ReactNode
}

/** The buttons that send an inspection on, as far as the viewer may, and why it cannot be published yet. */
export function InspectionActions(props: InspectionActionsProps) {
  const { turbine, inspection, facts, words, belowObstacle } = props
  const text = useText()
  const viewer = useViewer()
  const form = useFormLayer()
  const place = { turbineId: turbine.id, year: inspection.year }
  const nameOf = (to: InspectionStep) => `inspection-${to}-${inspection.year}`
  const permitted = STEPS.filter(({ action }) => may(viewer, action, turbine.company_id))
  const offered = permitted.filter(({ to }) => isOffered(to, facts))
  // Also a step that somebody else has made impossible meanwhile: its dialog says so.
  const chosen = permitted.find(({ to }) => form.value === nameOf(to))
  const publishing = offered.find(({ to }) => to === 'published')
  const obstacle = publishing && findObstacle('published', facts)
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {offered.map(({ to, icon, look }) => {
          const why = findObstacle(to, facts)
          return (
            <Button
              key={to}
              icon={icon}
              look={look}
              blocked={why && obstacleWords(text, why, { to, ...facts })}
              onClick={() => form.open(nameOf(to))}
            >
              {text(`inspection.step.${stepLabel(to, facts)}`, { n: facts.published_version ?? 0 })}
            </Button>
          )
        })}
      </div>
      {obstacle && obstacle !== 'nothing_new' && (
        <div className="mt-2 max-w-xl text-right text-body text-ink-soft">
          <p>{obstacleWords(text, obstacle, { to: 'published', ...facts })}</p>
          {belowObstacle(obstacle)}
        </div>
      )}
      {chosen && (
        <TransitionDialog
          key={chosen.to}
          place={place}
          to={chosen.to}
          inspection={inspection}
          facts={facts}
          words={words}
          onClose={form.close}
        />
      )}
    </>
  )
}

/** True for the steps that make sense in this state. A published inspection is sent to the review only with something new. */
function isOffered(to: InspectionStep, { state, published_version, unpublished_changes }: TransitionFacts) {
  if (to === 'withdrawn') return published_version !== null
  if (to === 'open') return state !== 'open'
  if (to === 'in_review') return state === 'open' || (state === 'published' && unpublished_changes > 0)
  return true
}

function stepLabel(to: InspectionStep, { state, published_version }: TransitionFacts) {
  if (to === 'open' && state === 'published') return 'reopen'
  return to === 'published' && published_version !== null ? 'further' : to
}
