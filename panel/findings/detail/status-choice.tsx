import { useSignals } from '@preact/signals-react/runtime'
import { FINDING_STATUSES, type Finding } from '#domain/findings/finding.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useText } from '#panel/words/use-text.ts'
import { FindingStatusBadge } from '../finding-status.tsx'
import { useEditFinding } from '../outbox/save-or-wait.ts'
import { useFindingOutbox } from '../outbox/use-finding-outbox.ts'
import { readOf } from '../save-finding.ts'

/** The status of a finding. Users with the right change it by one click; the others only see it. */
export function StatusChoice({ turbine, finding }: { turbine: Turbine; finding: Finding }) {
  useSignals()
  const text = useText()
  const mayEdit = may(useCaller(), 'finding.edit', turbine.company_id)
  const { mutate, isPending, variables } = useEditFinding(turbine, finding.id, { hasForm: false })
  const waiting = useFindingOutbox().drafts.value.find(({ key }) => key === finding.id)
  if (!mayEdit) return <FindingStatusBadge status={finding.status} />
  const shown = (isPending && variables?.fields.status) || waiting?.values.status || finding.status
  return (
    <>
      <fieldset
        disabled={isPending || waiting !== undefined}
        className="flex rounded border border-hairline bg-surface p-0.5"
      >
        <legend className="sr-only">{text('findings.status')}</legend>
        {FINDING_STATUSES.map((status) => (
          <label
            key={status}
            className="relative grid h-7 flex-1 cursor-pointer place-items-center rounded px-1.5 text-note text-ink-soft transition-colors hover:text-ink has-checked:bg-action-soft has-checked:font-medium has-checked:text-action has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="finding-status"
              checked={status === shown}
              onChange={() => mutate({ finding, fields: { status }, read: readOf(finding) })}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {text(`findings.status.${status}`)}
          </label>
        ))}
      </fieldset>
      {waiting && (
        <p role="status" className="mt-1 text-note text-amber">
          {text(`marks.draft.${waiting.status}`)}
        </p>
      )}
    </>
  )
}
