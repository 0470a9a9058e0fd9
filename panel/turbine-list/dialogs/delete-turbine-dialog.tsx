import { useQueryClient } from '@tanstack/react-query'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { deleteTurbine, removeShownTurbine } from '#panel/turbine-list/change-turbines.ts'
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
  const queryClient = useQueryClient()
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
      {turbine.photo_count > 0 && (
        <p className="mt-2 font-medium text-ink">
          {text('turbine.delete.photos', { n: turbine.photo_count })}
        </p>
      )}
      {error && (
        <div className="mt-4">
          <Banner tone="error" title={text('turbine.delete.failed')} onDismiss={reset}>
            {errorText(text, error)}
          </Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}
