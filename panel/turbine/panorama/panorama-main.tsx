import { useQuery } from '@tanstack/react-query'
import { Images, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { turbineAddress } from '#domain/panel-addresses.ts'
import type { Panorama } from '#domain/panorama.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { errorText } from '#panel/api/error-text.ts'
import type { AnnotationEditor } from '#panel/panorama/annotations/annotation-editor.ts'
import { AnnotationLayer } from '#panel/panorama/annotations/annotation-layer.tsx'
import { panoramaQuery } from '#panel/panorama/panorama-query.ts'
import { PanoramaStage } from '#panel/panorama/panorama-stage.tsx'
import { StageMessage } from '#panel/panorama/stage-message.tsx'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { roomName } from '#panel/photos/photo-place.ts'
import { Button, buttonClass } from '#panel/ui/button.tsx'
import { Spinner } from '#panel/ui/spinner.tsx'
import { type Text, useText } from '#panel/words/use-text.ts'
import { type PanoramaPlace, roomAfter } from './panorama-place.ts'

interface PanoramaMainProps {
  turbine: Turbine
  photos: Photo[]
  place: PanoramaPlace
  start: Direction | undefined
  view: PanoramaView | undefined
  editor: AnnotationEditor
  onView: (view: PanoramaView | undefined) => void
  onMove: (direction: Direction) => void
  onRoom: (room: string) => void
}

/** The picture of the place, or why there is none. */
export function PanoramaMain({ turbine, photos, place, onRoom, ...stage }: PanoramaMainProps) {
  const { photo } = place
  return (
    <main id="main" className="absolute inset-0">
      {photo ? (
        <PhotoPanorama turbine={turbine} photo={photo} {...stage} />
      ) : (
        <EmptyRoom turbine={turbine} next={roomAfter(photos, place, 1)} onRoom={onRoom} />
      )}
    </main>
  )
}

type PhotoPanoramaProps = Pick<
  PanoramaMainProps,
  'turbine' | 'start' | 'view' | 'editor' | 'onView' | 'onMove'
> & {
  photo: Photo
}

function PhotoPanorama({ turbine, photo, view, editor, ...stage }: PhotoPanoramaProps) {
  const text = useText()
  const { data, error, refetch, isFetching } = useQuery(panoramaQuery(turbine.id, photo.id))
  const [shown, setShown] = useState<{ photo: Photo; panorama: Panorama }>()
  if (data && (shown?.photo !== photo || shown.panorama !== data)) setShown({ photo, panorama: data })
  if (error) {
    return (
      <StageMessage
        alert
        icon={TriangleAlert}
        title={text('panorama.notLoaded')}
        action={
          <Button busy={isFetching} onClick={() => refetch()}>
            {text('common.retry')}
          </Button>
        }
      >
        {errorText(text, error)}
      </StageMessage>
    )
  }
  // The picture before stays until the next one is known.
  if (shown) {
    const { id: photoId } = shown.photo
    const isSphere = shown.panorama.sphere !== null
    return (
      <PanoramaStage {...shown} {...stage} label={labelOf(text, photo)}>
        {view && <AnnotationLayer editor={editor} view={view} photoId={photoId} isSphere={isSphere} />}
      </PanoramaStage>
    )
  }
  return (
    <p role="status" className="absolute inset-0 grid place-content-center">
      <span className="sr-only">{text('panorama.loading')}</span>
      <Spinner />
    </p>
  )
}

function labelOf(text: Text, { blade, room, year }: Photo): string {
  return text('panorama.label', { blade: blade ?? '', room: roomName(text, room ?? ''), year: String(year) })
}

function EmptyRoom({
  turbine,
  next,
  onRoom,
}: {
  turbine: Turbine
  next: string | undefined
  onRoom: (room: string) => void
}) {
  const text = useText()
  return (
    <StageMessage
      icon={Images}
      title={text('panorama.empty')}
      action={
        next === undefined ? (
          <Link to={turbineAddress(turbine.id)} className={buttonClass('outline')}>
            {text('panorama.toTurbine')}
          </Link>
        ) : (
          <Button onClick={() => onRoom(next)}>
            {text('panorama.openRoom', { room: roomName(text, next) })}
          </Button>
        )
      }
    >
      {text(next === undefined ? 'panorama.empty.blade' : 'panorama.empty.room')}
    </StageMessage>
  )
}
