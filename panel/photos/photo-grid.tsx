import { type ReactNode, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { DeletePhotoDialog, useDeletePhoto } from './delete-photo.tsx'
import { PhotoThumb } from './photo-thumb.tsx'
import { PhotoViewer } from './photo-viewer.tsx'

interface PhotoGridProps {
  turbine: Turbine
  photos: Photo[]
  /** Names the blade on each thumbnail, where several are mixed. */
  showBlade?: boolean
  /** What stands before the photos. */
  children?: ReactNode
}

/** Thumbnails that open the viewer and, for those who may, can be deleted. */
export function PhotoGrid({ turbine, photos, showBlade = false, children }: PhotoGridProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const deletion = useDeletePhoto(turbine)
  const open = photos.find((photo) => photo.key === openKey)
  const dialog = <DeletePhotoDialog deletion={deletion} onDeleted={showNeighbour} />

  /** Where the photo in the viewer is deleted, the next one takes its place. */
  function showNeighbour(deleted: Photo) {
    const index = photos.indexOf(deleted)
    const neighbour = photos[index + 1] ?? photos[index - 1]
    setOpenKey((key) => (key === deleted.key ? (neighbour?.key ?? null) : key))
  }

  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(184px,1fr))] gap-2">
        {children}
        {photos.map((photo) => (
          <PhotoThumb
            key={photo.key}
            photo={photo}
            showBlade={showBlade}
            onOpen={() => setOpenKey(photo.key)}
            {...(deletion.permitted ? { onDelete: () => deletion.ask(photo) } : {})}
          />
        ))}
      </ul>
      {open ? (
        <PhotoViewer
          photos={photos}
          photo={open}
          onShow={({ key }) => setOpenKey(key)}
          onClose={() => setOpenKey(null)}
          {...(deletion.permitted ? { onDelete: () => deletion.ask(open) } : {})}
        >
          {dialog}
        </PhotoViewer>
      ) : (
        dialog
      )}
    </>
  )
}
