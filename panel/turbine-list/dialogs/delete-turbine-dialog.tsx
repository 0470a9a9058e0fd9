import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useIntl } from 'react-intl'
import type { Turbine, TurbineContents } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { contentsQuery, deleteTurbine, removeShownTurbine } from '#panel/data/turbines.ts'
import { LoadFailure } from '#panel/frame/failures/load-failure.tsx'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useText } from '#panel/words/use-text.ts'

interface DeleteTurbineDialogProps {
  turbine: Turbine
  onClose: () => void
  /** The element that gets the focus afterwards, because the button that opened the dialog may be gone. */
  finalFocus: () => HTMLElement | undefined
}

/** Asks before a turbine is deleted with everything that belongs to it. */
export default function DeleteTurbineDialog({ turbine, onClose, finalFocus }: DeleteTurbineDialogProps) {
  const text = useText()
  const intl = useIntl()
  const queryClient = useQueryClient()
  const counted = useQuery(contentsQuery(turbine.id))
  const { data: contents } = counted
  const { mutate, error, reset, isPending } = useApiMutation({
    name: ['turbine.delete', turbine.id],
    call: () => deleteTurbine(turbine.id),
    onSuccess: () => {
      removeShownTurbine(queryClient, turbine.id)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      title={text('turbine.delete.title')}
      confirmLabel={text('turbine.delete.title')}
      busy={isPending}
      onConfirm={() => mutate(undefined)}
      onCancel={onClose}
      finalFocus={finalFocus}
    >
      <p>{text('turbine.delete.text', { name: turbineTitle(text, turbine), code: turbine.code })}</p>
      {contents && Object.values(contents).some((n) => n > 0) && (
        <p className="mt-2 font-medium text-ink">
          {text('turbine.delete.contents', { list: list(contents) })}
        </p>
      )}
      <LoadFailure query={counted} title={text('turbine.delete.contents.failed')} className="mt-2" />
      {error && (
        <div className="mt-4">
          <Banner tone="error" title={text('turbine.delete.failed')} onDismiss={reset}>
            {errorText(text, error)}
          </Banner>
        </div>
      )}
    </ConfirmDialog>
  )

  /** What is gone, with its numbers: `3 photos, 12 findings and 1 comment`. */
  function list(counted: TurbineContents): string {
    const kinds = ['photos', 'findings', 'reports', 'comments'] as const
    const parts = kinds.flatMap((kind) =>
      counted[kind] > 0 ? text(`turbine.delete.${kind}`, { n: counted[kind] }) : [],
    )
    return intl.formatList(parts)
  }
}
