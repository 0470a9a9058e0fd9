import { useQueryClient } from '@tanstack/react-query'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { inspectionKeys, turbineKeys } from '#panel/data/keys.ts'
import { changeShownPhoto, isLoadingPhotos, refetchShownPhotos, saveInspected } from '#panel/data/photos.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'

interface Look {
  photo: Photo
  looked: boolean
}

/**
 * A function that says that somebody has looked at a photo, or takes it back. The screen shows it before the server has answered; if the
 * server does not keep it, the photo is as it was, and a message tells it.
 */
export function useInspectPhoto({ id: turbineId }: Pick<Turbine, 'id'>): (look: Look) => void {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate } = useApiMutation({
    name: ({ photo, looked }: Look) => ['photo.look', photo.id, looked],
    async call({ photo, looked }) {
      // Showing it cancels a list that is on its way, which would not have it yet.
      const isLoading = isLoadingPhotos(queryClient, turbineId)
      show(photo, looked)
      try {
        const kept = await saveInspected(turbineId, photo.id, looked)
        if (isLoading) refetchShownPhotos(queryClient, turbineId)
        return kept
      } catch (error) {
        show(photo, !looked)
        // The answer may be lost although the server has kept it.
        refetchShownPhotos(queryClient, turbineId)
        throw error
      }
    },
    onSuccess({ looked }, { photo, looked: wanted }) {
      show(photo, looked)
      // Lists on other screens have the counts. This screen counts the photos itself, so they are not loaded again for each photo.
      for (const queryKey of [inspectionKeys.lists(), turbineKeys.list()])
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      if (looked && !wanted) notify({ tone: 'info', title: text('look.hasFinding') })
    },
    failureToast: (error) => ({ title: text('look.failed'), message: errorText(text, error) }),
  })
  return mutate

  function show({ id, year }: Photo, looked: boolean) {
    const looked_at = looked ? new Date().toISOString() : null
    const wasInspected = changeShownPhoto(queryClient, turbineId, id, { looked_at })
    if (wasInspected === undefined || (wasInspected.looked_at !== null) === looked) return
    queryClient.setQueryData<Turbine>(turbineKeys.one(turbineId), (turbine) => {
      const running = turbine?.inspection_running
      if (!turbine || running?.year !== year) return turbine
      const looked_at = running.looked_at + (looked ? 1 : -1)
      return { ...turbine, inspection_running: { ...running, looked_at } }
    })
  }
}
