import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { PlaceChange, UnlinkedByMove } from '#domain/pictures/photo-move.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { RequestError } from '#panel/api/request-error.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { editFinding } from '#panel/data/findings.ts'
import { listsAfterPhoto, type Moved, movePhotos, replaceShownPhotos } from '#panel/data/photos.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { groupByPlace } from './move-choice.ts'

const NONE: Photo[] = []
/** The answers if one of both findings is gone, or was changed so that the link does not fit any more. */
const NOT_POSSIBLE = [400, 404, 409]

interface Move {
  /** The photos as they are before. */
  photos: Photo[]
  change: PlaceChange
}

interface MoveBack {
  /** The photos as they were before. */
  photos: Photo[]
  /** The links that their findings have lost. */
  unlinked: UnlinkedByMove[]
}

/**
 * Moves photos to the place that the dialog asks for, and from the toast back to where each of them was. `permitted` is false for callers without the
 * right.
 *
 * @param onMoved gets the photos as they are then
 */
export function useMovePhotos(turbine: Turbine, onMoved?: (photos: Photo[]) => void | Promise<void>) {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(NONE)

  const back = useApiMutation({
    // Moves can be undone at the same time, so each undo has a name of its own.
    name: ({ photos }) => ['photo.move-back', turbine.id, groupByPlace(photos)],
    async call({ photos, unlinked }: MoveBack): Promise<Moved> {
      const data: Photo[] = []
      const links = [...unlinked]
      for (const { place, ids } of groupByPlace(photos)) {
        const moved = await movePhotos(turbine.id, { photo_ids: ids, ...place })
        data.push(...moved.data)
        // Of two linked findings, the photo of one can go back before that of the other.
        links.push(...moved.unlinked)
      }
      const lost: UnlinkedByMove[] = []
      for (const link of links) if (!(await linkAgain(turbine.id, link))) lost.push(link)
      return { data, unlinked: lost }
    },
    invalidates: () => listsAfterPhoto(turbine.id),
    onSuccess({ data, unlinked }) {
      replaceShownPhotos(queryClient, turbine.id, data)
      notify({ tone: 'info', title: text('move.undone', { n: data.length }), ...describeUnlinked(unlinked) })
    },
    failureToast: (error) => ({ title: text('move.undo.failed'), message: errorText(text, error) }),
  })

  const { mutate, isPending, error, reset } = useApiMutation({
    name: ['photo.move', turbine.id],
    call: ({ photos, change }: Move) =>
      movePhotos(turbine.id, { photo_ids: photos.map(({ id }) => id), ...change }),
    invalidates: () => listsAfterPhoto(turbine.id),
    async onSuccess({ data, unlinked }: Moved, { photos }) {
      replaceShownPhotos(queryClient, turbine.id, data)
      setAsked(NONE)
      await onMoved?.(data)
      notify({
        tone: 'success',
        title: text('move.done', { n: data.length }),
        ...describeUnlinked(unlinked),
        action: { label: text('marks.undo'), run: () => back.mutate({ photos, unlinked }) },
      })
    },
    failureWhenClosed: (failure) => ({ title: text('move.failed'), message: errorText(text, failure) }),
  })

  function describeUnlinked(unlinked: readonly UnlinkedByMove[]): { message?: string } {
    const numbers = unlinked.map(({ number }) => number).join(', ')
    return unlinked.length === 0 ? {} : { message: text('move.unlinked', { n: unlinked.length, numbers }) }
  }

  return {
    permitted: may(useCaller(), 'photo.move', turbine.company_id),
    /** The photos in the dialog; none if it is closed. */
    asked,
    ask(photos: Photo[]) {
      reset()
      setAsked(photos)
    },
    close: () => setAsked(NONE),
    move: mutate,
    busy: isPending,
    error,
    dismissError: reset,
  }
}

export type PhotoMoving = ReturnType<typeof useMovePhotos>

/** Lets a finding continue the earlier one again. @returns false if it cannot any more */
async function linkAgain(turbineId: number, { id, earlier_id }: UnlinkedByMove): Promise<boolean> {
  try {
    await editFinding(turbineId, id, { earlier_id })
    return true
  } catch (error) {
    if (error instanceof RequestError && NOT_POSSIBLE.includes(error.status)) return false
    throw error
  }
}
