import { EmptyState } from '#panel/ui/empty-state.tsx'
import { ResetButton } from '#panel/ui/tables/reset-button.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { useFleetAddress } from './fleet-address.ts'

/** No finding passes the filters: what to do next. */
export function NoneFound({ address }: { address: ReturnType<typeof useFleetAddress> }) {
  const text = useText()
  const { isFiltered, clear, setStatus } = address
  if (!isFiltered) {
    return (
      <EmptyState
        compact
        title={text('findings.noneUnsolved')}
        action={<ResetButton onReset={() => setStatus(undefined)}>{text('findings.showSolved')}</ResetButton>}
      />
    )
  }
  return (
    <EmptyState
      compact
      title={text('findings.noneFound')}
      action={<ResetButton onReset={clear}>{text('filter.clear')}</ResetButton>}
    >
      {text('findings.noneFound.text')}
    </EmptyState>
  )
}
