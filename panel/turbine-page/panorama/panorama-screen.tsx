import { useSignals } from '@preact/signals-react/runtime'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { AnnotationBar } from '#panel/panorama/annotations/annotation-bar.tsx'
import { pictureName } from '#panel/panorama/annotations/save-picture.ts'
import { useAnnotationEditor } from '#panel/panorama/annotations/use-annotation-editor.ts'
import { previewUrl } from '#panel/panorama/preview-url.ts'
import { SplitBar } from '#panel/panorama/split/split-bar.tsx'
import { useIsIdle } from '#panel/panorama/use-is-idle.ts'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { useInspecting } from '#panel/photos/inspecting/use-inspecting.ts'
import { useFullScreen } from '#panel/photos/lightbox/use-full-screen.ts'
import { turbineTitle } from '#panel/turbine-list/turbine-title.ts'
import { LOOK_KEY } from '#panel/ui/keys/mark-keys.ts'
import { usePageTitle } from '#panel/ui/page-title.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { besideAfter } from './beside.ts'
import { PanoramaBar } from './panorama-bar.tsx'
import { PanoramaFoot } from './panorama-foot.tsx'
import { PanoramaMain } from './panorama-main.tsx'
import {
  type PanoramaPlace,
  panoramaPhotos,
  photoOfYear,
  photosHere,
  placeInRoom,
  placeOfPhoto,
  roomAfter,
} from './panorama-place.ts'
import { PanoramaSidebar } from './panorama-sidebar.tsx'
import { isSidebarOpen, setSidebarOpen } from './sidebar-choice.ts'
import { usePanoramaAddress } from './use-panorama-address.ts'
import { usePanoramaKeys } from './use-panorama-keys.ts'
import { useSplit } from './use-split.ts'

/** The 360° viewer of a turbine. The picture fills the screen. The controls are at its edges and fade out while the user does nothing. */
export function PanoramaScreen({ turbine, photos: all }: { turbine: Turbine; photos: Photo[] }) {
  useSignals()
  const text = useText()
  const [photos, setPhotos] = useState({ all, shown: panoramaPhotos(all) })
  if (photos.all !== all) setPhotos({ all, shown: panoramaPhotos(all) })
  const { place, start, goTo, writeDirection } = usePanoramaAddress(photos.shown)
  const [view, setView] = useState<PanoramaView>()
  const editor = useAnnotationEditor()
  const splitButton = useRef<HTMLButtonElement>(null)
  const split = useSplit({
    turbineId: turbine.id,
    photos: photos.shown,
    place,
    view,
    goTo,
    toggleButton: splitButton,
  })
  const isIdle = useIsIdle()
  const toggleFullScreen = useFullScreen()
  const here = photosHere(photos.shown, place)
  usePageTitle(`${text('panorama.title')} · ${turbineTitle(text, turbine)}`)
  usePreloaded(turbine.id, [place.photo, neighbour(1), neighbour(-1), roomStart(1), roomStart(-1)])

  function neighbour(step: 1 | -1): Photo | undefined {
    const index = here.findIndex(({ id }) => id === place.photo?.id)
    return here.length > 1 ? here[(index + step + here.length) % here.length] : undefined
  }
  function roomStart(step: 1 | -1): Photo | undefined {
    const room = roomAfter(photos.shown, place, step)
    return room === undefined ? undefined : placeInRoom(photos.shown, place.blade, room, place.year).photo
  }
  function openPlace(next: PanoramaPlace, direction?: Direction) {
    goTo(next, direction, split.photo && besideAfter(photos.shown, place, next, split.photo))
  }
  function show(photo: Photo | undefined) {
    if (photo) openPlace({ ...place, year: photo.year, photo })
  }
  function openRoom(room: string | undefined, blade = place.blade) {
    if (room !== undefined) openPlace(placeInRoom(photos.shown, blade, room, place.year))
  }
  function openYear(year: number) {
    const photo = photoOfYear(photos.shown, place, year)
    // The same direction, so that the years can be compared.
    if (photo) openPlace({ ...place, year, photo }, view?.direction)
  }

  const looking = useInspecting({
    turbine,
    photos: photos.shown,
    photo: place.photo,
    onShow: (next) => openPlace(placeOfPhoto(next)),
  })

  usePanoramaKeys(view, {
    ArrowLeft: () => show(neighbour(-1)),
    ArrowRight: () => show(neighbour(1)),
    PageUp: () => openRoom(roomAfter(photos.shown, place, -1)),
    PageDown: () => openRoom(roomAfter(photos.shown, place, 1)),
    f: toggleFullScreen,
    m: () => setSidebarOpen(!isSidebarOpen.value),
    Escape: () => setSidebarOpen(false),
    ...split.keys(),
    ...(looking && { [LOOK_KEY]: looking.goOn }),
  })

  const { photo, room, year } = place
  const pictureWords = [turbineTitle(text, turbine), photo?.blade ?? undefined, roomName(text, room), year]
  const walk = { turbine, photos: photos.shown, place, view, onRoom: openRoom }
  return (
    <>
      <PanoramaMain
        turbine={turbine}
        photos={photos.shown}
        place={place}
        start={start}
        view={view}
        editor={editor}
        split={split}
        onView={setView}
        onMove={writeDirection}
        onRoom={openRoom}
      />
      <div
        data-controls-layer
        className={`pointer-events-none absolute inset-0 transition-opacity ${isIdle && place.photo ? 'opacity-0 **:pointer-events-none' : ''}`}
      >
        <PanoramaBar
          turbine={turbine}
          place={place}
          beside={split.photo}
          view={view}
          editor={editor}
          onFullScreen={toggleFullScreen}
        />
        {view && <AnnotationBar editor={editor} view={view} pictureName={pictureName(pictureWords)} />}
        <PanoramaSidebar {...walk} />
        {split.isOpen && (
          <SplitBar
            mode={split.mode}
            onMode={split.showAs}
            alignment={split.alignment}
            onClose={split.close}
          />
        )}
        <PanoramaFoot
          photos={photos.shown}
          place={place}
          here={here}
          split={split}
          splitButton={splitButton}
          looking={looking}
          onPrevious={() => show(neighbour(-1))}
          onNext={() => show(neighbour(1))}
          onYear={openYear}
        />
      </div>
    </>
  )
}

/** Loads what the photos need: that of the place at the same time as the answer how it is shown, the next ones before they are shown. */
function usePreloaded(turbineId: number, photos: (Photo | undefined)[]) {
  const queryClient = useQueryClient()
  const ids = [...new Set(photos.flatMap((photo) => photo?.id ?? []))].join(',')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the photos are those of the ids
  useEffect(() => {
    for (const photo of photos) {
      if (!photo) continue
      void queryClient.prefetchQuery(panoramaQuery(turbineId, photo.id))
      new Image().src = previewUrl(photo)
    }
  }, [queryClient, turbineId, ids])
}
