import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useViewer } from '#panel/session/viewer-context.ts'
import { type StagingName, stagingOf } from '#panel/staging/stagings.ts'
import { useStagings } from '#panel/staging/use-stagings.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { PhotoStaging } from './photo-staging.ts'
import { stagingNameOf } from './target-choice.ts'
import type { UploadTarget } from './upload-target.ts'

/** Shows the staged photos of these blades and categories. The names never change. */
export function usePhotoStagings(names: readonly StagingName[]): PhotoStaging[] {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  // Before the owners are shown, because they may go on with an upload at once.
  useEffect(() => {
    for (const owner of owners) owner.panel = { queryClient, notify, text }
  })
  const owners = useStagings(names, (userId, name) => new PhotoStaging(userId, name))
  return owners
}

/** Shows the staged photos of one blade or category. @param chosen where new ones will belong */
export function usePhotoStaging(name: StagingName, chosen: UploadTarget | undefined): PhotoStaging {
  useEffect(() => {
    if (owner) owner.chosen = chosen
  })
  const [owner] = usePhotoStagings([name])
  if (!owner) throw new Error('Each name has an owner.')
  return owner
}

/** The owners of the staged photos of other places of the page, too. */
export function usePhotoOwners(): (target: UploadTarget) => PhotoStaging {
  const { id: userId } = useViewer()
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  return (target) => {
    const owner = stagingOf(userId, stagingNameOf(target), (user, name) => new PhotoStaging(user, name))
    owner.panel ??= { queryClient, notify, text }
    return owner
  }
}
