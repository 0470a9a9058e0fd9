import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { DeletePhotoDialog, useDeletePhoto } from './delete-photo.tsx'
import { rowShare } from './photo-sizes.ts'
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

/**
 * Thumbnails that open the viewer and, for those who may, can be deleted. They keep the shape of their photos: each row is
 * as high as fills the width, but for the last one.
 */
export function PhotoGrid({ turbine, photos, showBlade = false, children }: PhotoGridProps) {
  const [openKey, setOpenKey] = useState<string | null>(null)
  const openers = useRef(new Map<string, HTMLButtonElement>())
  const lastKey = useRef('')
  const deletion = useDeletePhoto(turbine, giveWay)
  const open = photos.find((photo) => photo.key === openKey)
  const dialog = (
    <DeletePhotoDialog deletion={deletion} finalFocus={() => (openKey === null ? opener() : undefined)} />
  )

  function show(photo: Photo) {
    lastKey.current = photo.key
    setOpenKey(photo.key)
  }

  function askToDelete(photo: Photo) {
    lastKey.current = photo.key
    deletion.ask(photo)
  }

  /** The thumbnail of the photo that was looked at or asked about last. */
  function opener() {
    return openers.current.get(lastKey.current)
  }

  /** Where a photo is deleted, the next one takes its place: in the viewer, and for the keyboard. */
  function giveWay(deleted: Photo) {
    const index = photos.findIndex(({ key }) => key === deleted.key)
    const neighbour = photos[index + 1] ?? photos[index - 1]
    lastKey.current = neighbour?.key ?? ''
    setOpenKey((key) => (key === deleted.key ? (neighbour?.key ?? null) : key))
  }

  return (
    <>
      <div className="@container">
        <ul
          className="flex flex-wrap gap-2 [--row:clamp(148px,var(--share)*100cqw,420px)] after:-ml-2 after:grow-[1000]"
          style={{ '--share': rowShare(photos, children ? 0.77 : 0.97) } as CSSProperties}
        >
          {children}
          {photos.map((photo) => (
            <PhotoThumb
              key={photo.key}
              photo={photo}
              showBlade={showBlade}
              onOpen={() => show(photo)}
              openRef={(button) => {
                if (button) openers.current.set(photo.key, button)
                return () => {
                  openers.current.delete(photo.key)
                }
              }}
              {...(deletion.permitted ? { onDelete: () => askToDelete(photo) } : {})}
            />
          ))}
        </ul>
      </div>
      {open ? (
        <PhotoViewer
          photos={photos}
          photo={open}
          onShow={show}
          finalFocus={opener}
          onClose={() => setOpenKey(null)}
          {...(deletion.permitted ? { onDelete: () => askToDelete(open) } : {})}
        >
          {dialog}
        </PhotoViewer>
      ) : (
        dialog
      )}
    </>
  )
}
