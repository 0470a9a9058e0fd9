import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { PhotoScale } from '#domain/findings/photo-scale.ts'
import type { Photo } from '#domain/photo.ts'
import { errorText } from '#panel/api/error-text.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { photoScaleQuery, saveScale } from '#panel/data/photo-details.ts'
import { withStorage } from '#panel/session/with-storage.ts'
import { useText } from '#panel/words/use-text.ts'
import { useMarking } from './marking.tsx'

const Stored = z.record(z.string(), PhotoScale)
const KEY = 'kanat.photo-scales'

/** Scales by id of the photo that only this browser has: of an earlier version of the panel, or drawn without a connection. */
const own = signal(readStored())
const ownScales: ReadonlySignal<Readonly<Record<string, PhotoScale>>> = own

function keepOwn(photoId: number, scale: PhotoScale | undefined) {
  const { [photoId]: _, ...others } = own.value
  own.value = scale ? { ...others, [photoId]: scale } : others
  // Without storage it is kept until the page is closed.
  withStorage(() => localStorage.setItem(KEY, JSON.stringify(own.value)))
}

function readStored(): Record<string, PhotoScale> {
  return withStorage(() => Stored.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))) ?? {}
}

/** The scale of a photo, which everybody has who sees the photo, and a function that sets it. */
export function usePhotoScale({ id }: Pick<Photo, 'id'>) {
  useSignals()
  const text = useText()
  const { turbine } = useMarking()
  const queryClient = useQueryClient()
  const query = photoScaleQuery(turbine.id, id)
  const asked = useQuery(query)
  const { data: shared } = asked
  const { mutate } = useApiMutation({
    name: (scale: PhotoScale | null) => ['photo.edit', id, scale],
    call: (scale) => saveScale(turbine.id, id, scale),
    onSuccess(saved) {
      queryClient.setQueryData(query.queryKey, saved)
      keepOwn(id, undefined)
    },
    invalidates: () => [query.queryKey],
    failureToast: (error) => ({
      title: text('marks.reference.notShared'),
      message: errorText(text, error),
    }),
  })
  return {
    query: asked,
    scale: shared ?? ownScales.value[id],
    /** False for a scale that only this browser has. */
    isShared: Boolean(shared),
    /** Saves it for everybody. A scale that does not reach the server stays in this browser. */
    save(scale: PhotoScale | null) {
      if (scale) keepOwn(id, scale)
      mutate(scale)
    },
  }
}
