import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type OutboxName, outboxOf } from '#panel/outbox/outboxes.ts'
import { useOutboxes } from '#panel/outbox/use-outboxes.ts'
import { useCaller } from '#panel/session/caller-context.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { PhotoOutbox } from './photo-outbox.ts'
import { outboxNameOf } from './target-choice.ts'
import type { UploadTarget } from './upload-target.ts'

/** Shows the staged photos of these blades and categories. The names never change. */
export function usePhotoOutboxes(names: readonly OutboxName[]): PhotoOutbox[] {
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  // Before the owners are shown, because they may go on with an upload at once.
  useEffect(() => {
    for (const owner of owners) owner.panel = { queryClient, notify, text }
  })
  const owners = useOutboxes(names, (userId, name) => new PhotoOutbox(userId, name))
  return owners
}

/** Shows the staged photos of one blade or category. @param chosen where new ones will belong */
export function usePhotoOutbox(name: OutboxName, chosen: UploadTarget | undefined): PhotoOutbox {
  useEffect(() => {
    if (owner) owner.chosen = chosen
  })
  const [owner] = usePhotoOutboxes([name])
  if (!owner) throw new Error('Each name has an owner.')
  return owner
}

/** The owners of the staged photos of other places of the page, too. */
export function usePhotoOwners(): (target: UploadTarget) => PhotoOutbox {
  const { id: userId } = useCaller()
  const text = useText()
  const notify = useNotify()
  const queryClient = useQueryClient()
  return (target) => {
    const owner = outboxOf(userId, outboxNameOf(target), (user, name) => new PhotoOutbox(user, name))
    owner.panel ??= { queryClient, notify, text }
    return owner
  }
}
