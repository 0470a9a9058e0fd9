import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { flightOutbox, type OutboxName, turbineOf } from '#panel/outbox/outboxes.ts'
import { useOutboxes } from '#panel/outbox/use-outboxes.ts'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useText } from '#panel/words/use-text.ts'
import { FlightOutbox } from './flight-outbox.ts'
import { PhotoOutbox } from './photo-outbox.ts'
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
  const owners = useOutboxes(names, makeOutbox)
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

/** The staged photos of several places of a turbine. */
export function useFlightOutbox(turbineId: number): PhotoOutbox {
  const [owner] = usePhotoOutboxes([flightOutbox(turbineId)])
  if (!owner) throw new Error('Each name has an owner.')
  return owner
}

function makeOutbox(userId: number, name: OutboxName): PhotoOutbox {
  const Owner = name === flightOutbox(turbineOf(name)) ? FlightOutbox : PhotoOutbox
  return new Owner(userId, name)
}
