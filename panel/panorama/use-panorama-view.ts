import { effect } from '@preact/signals-react'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { checkImage } from '#panel/api/check-image.ts'
import { lateScript, ScriptError } from '#panel/ui/late-scripts/late-script.ts'
import { areLevelled } from './level-choice.ts'
import { previewUrl } from './preview-url.ts'
import type { Direction } from './view/direction.ts'
import type { PanoramaView } from './view/panorama-view.ts'

const viewScript = lateScript(() => import('./view/panorama-view.ts'))
// It loads at the same time as the first answers of the server.
viewScript.preload()

/** Why the picture is not shown as a 360° view. */
export type StageFailure = 'no webgl' | 'lost' | 'not loaded' | 'broken'

interface ViewOptions {
  container: RefObject<HTMLElement | null>
  photo: Photo
  panorama: Panorama
  /** The initial direction. */
  start?: Direction | undefined
}

/** Shows a photo in the element. The view stays the same for the next photo. */
export function usePanoramaView({ container, photo, panorama, start }: ViewOptions) {
  const [view, setView] = useState<PanoramaView>()
  const [shownId, setShownId] = useState<number>()
  const [failure, setFailure] = useState<StageFailure>()
  const [isSharp, setIsSharp] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const startShowing = useEffectEvent((shown: PanoramaView, preview: string) =>
    shown.show({ preview, panorama }, start),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins a new view
  useEffect(() => {
    let isOver = false
    let made: PanoramaView | undefined
    let endLevelling = () => {}
    const begin = async () => {
      const { PanoramaView } = await viewScript.load()
      if (isOver || !container.current) return
      const shown = new PanoramaView(container.current)
      made = shown
      endLevelling = effect(() => {
        shown.isLevelled = areLevelled.value
      })
      made.onSharp(setIsSharp)
      made.onLost((isLost) => setFailure(isLost ? 'lost' : undefined))
      setView(made)
    }
    begin().catch((error) => setFailure(error instanceof ScriptError ? 'not loaded' : 'no webgl'))
    return () => {
      isOver = true
      setView(undefined)
      endLevelling()
      made?.dispose()
    }
  }, [container, attempt])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the direction of the same photo changes without showing it again
  useEffect(() => {
    if (!view) return
    const preview = previewUrl(photo)
    startShowing(view, preview).then(
      () => {
        setShownId(photo.id)
        setFailure(undefined)
      },
      (error: unknown) => {
        // Another photo was opened in the meantime, or the 360° view was closed.
        if (error instanceof DOMException && error.name === 'AbortError') return
        const reason = reasonOf(error)
        // If the server refuses the session, the session ends.
        if (reason === 'not loaded') void checkImage(preview)
        setFailure(reason)
      },
    )
  }, [view, photo.id, panorama])

  function retry() {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }

  return { view, failure, retry, shownId, isSharp: isSharp && shownId === photo.id }
}

function reasonOf(error: unknown): StageFailure {
  return error instanceof Error && 'reason' in error && error.reason === 'not loaded'
    ? 'not loaded'
    : 'broken'
}
