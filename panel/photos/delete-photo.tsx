import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { deletePhoto, listsAfterPhoto, removeFromShownPhotos } from '#panel/data/photos.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { ConfirmDialog } from '#panel/ui/dialogs/confirm-dialog.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'

type PhotoDeletion = ReturnType<typeof useDeletePhoto>

/**
 * Holds the right to delete photos of the turbine, the photo in the confirmation dialog, and the mutation. `onDeleted`
 * runs before the photo leaves the list.
 */
export function useDeletePhoto(turbine: Turbine, onDeleted: (photo: Photo) => void | Promise<void>) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Photo | null>(null)
  const { mutate, isPending } = useApiMutation({
    name: ({ id }) => ['photo.delete', id],
    call: (photo: Photo) => deletePhoto(turbine.id, photo.key),
    invalidates: () => listsAfterPhoto(turbine.id),
    onSuccess: async (_, photo) => {
      await onDeleted(photo)
      removeFromShownPhotos(queryClient, turbine.id, [photo.key])
      notify({ tone: 'success', title: text('delete.done') })
    },
    failureToast: (error) => deletionFailure(text, error),
    onSettled: () => setAsked(null),
  })
  return {
    permitted: may(useCaller(), 'photo.delete', turbine.company_id),
    asked,
    ask: setAsked,
    forget: () => setAsked(null),
    confirm: mutate,
    busy: isPending,
  }
}

/** The texts of the toast for a failed deletion. */
export function deletionFailure(text: Text, error: unknown) {
  if (error instanceof RequestError && error.status > 0) {
    return { title: text('delete.failed'), message: error.message || text('delete.failed.text') }
  }
  return { title: text('delete.broken'), message: text('delete.broken.text') }
}

interface DeletePhotoDialogProps {
  deletion: PhotoDeletion
  /** The element that gets the focus afterwards; by default the one that had it before. */
  finalFocus?: (() => HTMLElement | undefined) | undefined
}

export function DeletePhotoDialog({ deletion, finalFocus }: DeletePhotoDialogProps) {
  const text = useText()
  const { asked, busy, confirm, forget } = deletion
  return (
    <ConfirmDialog
      open={asked !== null}
      title={text('delete.title')}
      confirmLabel={text('delete.confirm')}
      busy={busy}
      onCancel={forget}
      onConfirm={() => asked && confirm(asked)}
      finalFocus={finalFocus}
    >
      <p>{text('delete.text', { name: asked?.originalName ?? '' })}</p>
    </ConfirmDialog>
  )
}
