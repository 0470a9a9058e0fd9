import { useIntl } from 'react-intl'
import type { EditedFinding } from '#panel/data/findings.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Tells which findings are no longer linked with a changed one, because its blade or year has changed. */
export function useTellUnlinked(): (edited: EditedFinding) => void {
  const text = useText()
  const { formatList } = useIntl()
  const notify = useNotify()
  return ({ finding: { number }, unlinked }) => {
    if (unlinked.length === 0) return
    const others = formatList(unlinked.map((each) => each.number))
    notify({
      tone: 'warning',
      title: text('findings.unlinked'),
      message: text('findings.unlinked.text', { number, others }),
      stays: true,
    })
  }
}
