import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, FileUp } from 'lucide-react'
import { useIntl } from 'react-intl'
import { Link } from 'react-router'
import { FIRST_STEPS, type FirstStep, type FirstSteps, nextStep } from '#domain/installation/first-steps.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { firstStepsQuery, showFirstSteps, skipFirstSteps } from '#panel/data/installation.ts'
import { stepAddress } from '#panel/frame/first-steps/step-address.ts'
import { QueryBoundary } from '#panel/frame/query-boundary.tsx'
import { formAddress } from '#panel/ui/address/form-layer.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { TableSkeleton } from '#panel/ui/tables/table-skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'

interface FirstStepListProps {
  /** True on the page of the system, where the list disappears with the last open step. */
  isTemporary?: boolean
}

/** The steps from an empty installation to its first photos, each with its state, what it needs and its button. */
export default function FirstStepList({ isTemporary = false }: FirstStepListProps) {
  const text = useText()
  const { locale } = useIntl()
  const query = useQuery(firstStepsQuery)
  const isOver = query.data ? nextStep(query.data) === undefined : !query.error
  if (isTemporary && isOver) return null
  return (
    <section aria-labelledby="first-steps" className="mb-8 max-w-[80rem]">
      <h2 id="first-steps" className="text-section font-semibold text-ink">
        {text('firstSteps.title')}
      </h2>
      <p className="mt-1 mb-4 max-w-[80ch] text-body text-ink-soft">
        {text('firstSteps.lead')}
        {!isTemporary && (
          <>
            {' '}
            <a href={locale === 'tr' ? '/demo' : '/en/demo'} className="text-action underline">
              {text('firstSteps.example')}
            </a>
          </>
        )}
      </p>
      <QueryBoundary
        query={query}
        loading={<TableSkeleton label={text('firstSteps.loading')} />}
        failed={text('firstSteps.failed')}
      >
        {(steps) => (
          <Card>
            <ol className="divide-y divide-hairline">
              {FIRST_STEPS.map((step, index) => (
                <StepRow key={step} step={step} number={index + 1} steps={steps} isTemporary={isTemporary} />
              ))}
            </ol>
          </Card>
        )}
      </QueryBoundary>
    </section>
  )
}

interface StepRowProps extends FirstStepListProps {
  step: FirstStep
  number: number
  steps: FirstSteps
}

function StepRow({ step, number, steps, isTemporary = false }: StepRowProps) {
  const text = useText()
  const isDone = steps.done.includes(step)
  const isSkipped = !isDone && steps.skipped.includes(step)
  const isNext = nextStep(steps) === step
  const address = isTemporary && step === 'settings' ? undefined : stepAddress(step, steps)
  const state = isDone ? 'done' : isSkipped ? 'skipped' : isNext ? 'current' : 'open'
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="grid grid-cols-[2rem_1fr_auto_5rem] items-center gap-x-4 px-5 py-4 aria-[current]:bg-action-soft"
    >
      <span
        aria-hidden
        className={`grid size-8 place-items-center rounded-full border text-body font-semibold tabular-nums ${isDone ? 'border-transparent bg-green text-surface' : 'border-hairline-strong text-ink-soft'}`}
      >
        {isDone ? <Check className="size-4.5" /> : number}
      </span>
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-baseline gap-x-3 text-lead font-medium text-ink">
          {text(`firstSteps.${step}`)}
          <span className="text-caption font-normal text-ink-soft">{text(`firstSteps.state.${state}`)}</span>
        </h3>
        <p className="mt-0.5 max-w-[80ch] text-body text-ink-soft">{text(`firstSteps.${step}.text`)}</p>
      </div>
      {!isDone && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {step === 'turbines' && (
            <Link to={formAddress(PANEL_ADDRESSES.turbines, 'import')} className={buttonClass('outline')}>
              <FileUp aria-hidden className="size-4" />
              {text('firstSteps.turbines.import')}
            </Link>
          )}
          {address && (
            <Link to={address} className={buttonClass(isNext ? 'primary' : 'outline')}>
              {text(`firstSteps.${step}.do`)}
            </Link>
          )}
        </div>
      )}
      {!isDone && <SkipButton step={step} steps={steps} />}
    </li>
  )
}

function SkipButton({ step, steps: { skipped } }: { step: FirstStep; steps: FirstSteps }) {
  const text = useText()
  const queryClient = useQueryClient()
  const isSkipped = skipped.includes(step)
  const { mutate, isPending } = useApiMutation({
    name: ['first-steps'],
    call: skipFirstSteps,
    failureToast: (error) => ({ title: text('firstSteps.skip.failed'), message: errorText(text, error) }),
    onSuccess: (steps) => showFirstSteps(queryClient, steps),
  })
  const next = isSkipped ? skipped.filter((other) => other !== step) : [...skipped, step]
  return (
    <Button variant="ghost" busy={isPending} onClick={() => mutate(next)}>
      {text(isSkipped ? 'firstSteps.resume' : 'firstSteps.skip')}
      <span className="sr-only">{text(`firstSteps.${step}`)}</span>
    </Button>
  )
}
