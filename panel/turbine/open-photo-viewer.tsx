import { Info } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { DeletePhotoDialog, useDeletePhoto } from '#panel/photos/delete-photo.tsx'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { PhotoActions } from '#panel/photos/photo-actions.tsx'
import { PhotoDetails } from '#panel/photos/photo-details.tsx'
import { photoAfter } from '#panel/photos/photo-place.ts'
import { PhotoStage } from '#panel/photos/photo-stage.tsx'
import { findThumb } from '#panel/photos/photo-thumb.tsx'
import { PhotoViewer } from './viewer/photo-viewer.tsx'

interface OpenPhotoViewerProps {
  turbine: Turbine
  /** The photo in the address. */
  photo: Photo
  /** The photos that the arrow keys go through; the open photo is one of them. */
  beside: Photo[]
}

/** The photo viewer with the stage, actions and side panels from the features of the panel. */
export function OpenPhotoViewer({ turbine, photo, beside }: OpenPhotoViewerProps) {
  const { show, close } = useOpenPhoto()
  const viewerRef = useRef<HTMLDivElement>(null)
  const [zoomedId, setZoomedId] = useState<number | null>(null)
  const zoomed = zoomedId === photo.id

  const deletion = useDeletePhoto(turbine, (deleted) => {
    const next = photoAfter(beside, deleted)
    return next ? show(next) : close()
  })
  const askToDelete = deletion.permitted ? () => deletion.ask(photo) : undefined

  function zoom(next: boolean) {
    setZoomedId(next ? photo.id : null)
    if (!next) viewerRef.current?.focus()
  }

  return (
    <PhotoViewer
      photos={beside}
      photo={photo}
      onShow={show}
      onClose={() => void close()}
      viewerRef={viewerRef}
      finalFocus={() => findThumb(photo)}
      stage={<PhotoStage key={photo.id} photo={photo} zoomed={zoomed} onZoom={zoom} />}
      // The first Escape zooms out, the next one closes the viewer.
      onEscape={() => {
        if (zoomed) zoom(false)
        return zoomed
      }}
      actions={
        <PhotoActions photo={photo} zoomed={zoomed} onZoom={() => zoom(!zoomed)} onDelete={askToDelete} />
      }
      shortcuts={askToDelete ? { Delete: askToDelete } : {}}
      panels={[
        {
          id: 'details',
          title: 'viewer.details',
          icon: Info,
          shortcut: 'i',
          content: <PhotoDetails photo={photo} />,
        },
      ]}
    >
      <DeletePhotoDialog deletion={deletion} />
    </PhotoViewer>
  )
}
