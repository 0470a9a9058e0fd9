import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { errorText } from '#panel/api/error-text.ts'
import { panoramaQuery } from '#panel/data/photo-details.ts'
import { PanoramaStage } from '#panel/panorama/panorama-stage.tsx'
import { StageMessage } from '#panel/panorama/stage-message.tsx'
import type { Direction } from '#panel/panorama/view/direction.ts'
import type { PanoramaView } from '#panel/panorama/view/panorama-view.ts'
import { Button } from '#panel/ui/button.tsx'
import { Spinner } from '#panel/ui/spinner.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { type Text, useText } from '#panel/words/use-text.ts'

interface PhotoPanoramaProps {
  turbineId: number
  photo: Photo
  /** The initial direction; by default the middle of the photo. */
  start?: Direction | undefined
  onView: (view: PanoramaView | undefined) => void
  onMove?: (direction: Direction) => void
  takesFocus?: boolean
  /** Renders what is shown above the picture. */
  children?: (shown: { photo: Photo; panorama: Panorama }) => ReactNode
}

/** The 360° view of a photo. It appears after the server has sent the data for the view. */
export function PhotoPanorama({ turbineId, photo, children, ...stage }: PhotoPanoramaProps) {
  const text = useText()
  const { data, error, refetch, isFetching } = useQuery(panoramaQuery(turbineId, photo.id))
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
  // The previous picture stays until the data of the next one is there.
  if (shown) {
    return (
      <PanoramaStage {...shown} {...stage} label={labelOf(text, photo)}>
        {children?.(shown)}
      </PanoramaStage>
    )
  }
  return <PanoramaLoading />
}

export function PanoramaLoading() {
  const text = useText()
  return (
    <p role="status" className="absolute inset-0 grid place-content-center">
      <span className="sr-only">{text('panorama.loading')}</span>
      <Spinner />
    </p>
  )
}

function labelOf(text: Text, { blade, room, year }: Photo): string {
  const place = { room: roomName(text, room ?? ''), year: String(year) }
  return blade === null
    ? text('panorama.label.bladeless', place)
    : text('panorama.label', { blade, ...place })
}
