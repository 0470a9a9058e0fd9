import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Finding } from '#domain/findings/finding.ts'
import { may } from '#domain/permissions.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useDeleteFinding } from '#panel/data/findings.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { Button, IconButton } from '#panel/ui/button.tsx'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'

interface DeleteFindingProps {
  turbine: Turbine
  finding: Finding
  /** Shows only the icon. */
  compact?: boolean
  onDeleted: () => void
  /** Finds what gets the focus after the deletion. It is called while the finding is still shown. */
  findNext: () => HTMLElement | undefined
}

/** The button that deletes a finding after a confirmation; nothing for callers without the right. */
export function DeleteFinding({
  turbine,
  finding,
  compact = false,
  onDeleted,
  findNext,
}: DeleteFindingProps) {
  const text = useText()
  const [asked, setAsked] = useState(false)
  const next = useRef<HTMLElement>(undefined)
  const permitted = may(useCaller(), 'finding.delete', turbine.company_id)
  const { mutate, isPending } = useDeleteFinding(turbine.id, {
    onDeleted: () => {
      next.current = findNext()
      onDeleted()
    },
    onSettled: () => setAsked(false),
  })
  if (!permitted) return null
  return (
    <>
      {compact ? (
        <IconButton label={text('findings.delete')} icon={Trash2} onClick={() => setAsked(true)} />
      ) : (
        <Button variant="ghost" size="small" icon={Trash2} onClick={() => setAsked(true)}>
          {text('findings.delete')}
        </Button>
      )}
      <ConfirmDialog
        open={asked}
        title={text('findings.delete.title', { number: finding.number })}
        confirmLabel={text('findings.delete')}
        busy={isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => mutate(finding)}
        finalFocus={() => next.current}
      >
        <p>{text(finding.later_id === null ? 'findings.delete.text' : 'findings.delete.text.linked')}</p>
      </ConfirmDialog>
    </>
  )
}
