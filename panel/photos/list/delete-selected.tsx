import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { deletePhoto, listsAfterPhoto, removeFromShownPhotos } from '#panel/data/photos.ts'
import { deletionFailure } from '#panel/photos/delete-photo.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'

const NONE: Photo[] = []

/** Deletes photos of the list after a confirmation. `permitted` is false for callers without the right. */
export function useDeleteSelected(turbine: Turbine) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [asked, ask] = useState(NONE)
  const { mutate, isPending } = useApiMutation({
    name: ['photo.delete-selected', turbine.id],
    call: async (photos: Photo[]) => {
      for (const { key } of photos) await deletePhoto(turbine.id, key)
    },
    invalidates: () => listsAfterPhoto(turbine.id),
    onSuccess: (_, photos) => {
      removeFromShownPhotos(
        queryClient,
        turbine.id,
        photos.map(({ key }) => key),
      )
      notify({ tone: 'success', title: text('delete.done.many', { n: photos.length }) })
    },
    failureToast: (error) => deletionFailure(text, error),
    onSettled: () => ask(NONE),
  })
  return {
    permitted: may(useCaller(), 'photo.delete', turbine.company_id),
    asked,
    ask,
    confirm: () => mutate(asked),
    busy: isPending,
  }
}

interface DeleteSelectedDialogProps {
  deletion: ReturnType<typeof useDeleteSelected>
  /** The element that gets the focus afterwards. */
  finalFocus: () => HTMLElement | undefined
}

export function DeleteSelectedDialog({ deletion, finalFocus }: DeleteSelectedDialogProps) {
  const text = useText()
  const { asked, busy } = deletion
  const [first] = asked
  return (
    <ConfirmDialog
      open={first !== undefined}
      title={text(asked.length > 1 ? 'delete.title.many' : 'delete.title')}
      confirmLabel={text('delete.confirm')}
      busy={busy}
      onCancel={() => deletion.ask([])}
      onConfirm={deletion.confirm}
      finalFocus={finalFocus}
    >
      <p>
        {asked.length > 1
          ? text('delete.text.many', { n: asked.length })
          : text('delete.text', { name: first?.originalName ?? '' })}
      </p>
    </ConfirmDialog>
  )
}
