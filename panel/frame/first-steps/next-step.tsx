import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { FIRST_STEPS, isNew, nextStep } from '#domain/installation/first-steps.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { hasPermission } from '#domain/permissions.ts'
import { firstStepsQuery } from '#panel/data/installation.ts'
import { turbinesQuery } from '#panel/data/turbines.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'
import { stepAddress } from './step-address.ts'

/** What comes next in a new installation, above a list; nothing for those who do not set it up, and once it has photos. */
export default function NextStep() {
  const text = useText()
  const setsUp = hasPermission(useCaller(), 'installation.edit')
  // Who sets up an installation has seen its list of turbines, so no other screen loads it for this line.
  const { data: turbines } = useQuery({ ...turbinesQuery, enabled: false })
  const isEmpty = turbines?.every(({ photo_count }) => photo_count === 0) === true
  const { data: steps } = useQuery({ ...firstStepsQuery, enabled: setsUp && isEmpty })
  const step = steps && isNew(steps) ? nextStep(steps) : undefined
  const address = steps && step && stepAddress(step, steps)
  if (!steps || !address) return null
  return (
    <aside
      aria-label={text('firstSteps.title')}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-hairline bg-action-soft px-4 py-2.5 text-body"
    >
      <p className="mr-auto text-ink">
        <span className="mr-3 font-medium">
          {text('firstSteps.nextIs', { step: text(`firstSteps.${step}`) })}
        </span>
        <span className="text-ink-soft">
          {text('firstSteps.next', { n: steps.done.length, total: FIRST_STEPS.length })}
        </span>
      </p>
      <Link to={PANEL_ADDRESSES.system} className={buttonClass('ghost')}>
        {text('firstSteps.all')}
      </Link>
      <Link to={address} className={buttonClass('outline')}>
        {text(`firstSteps.${step}.do`)}
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </aside>
  )
}
