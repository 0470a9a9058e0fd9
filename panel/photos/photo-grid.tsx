import { type CSSProperties, type ReactNode, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { DeletePhotoDialog, useDeletePhoto } from './delete-photo.tsx'
import { useOpenPhoto } from './open-photo.ts'
import { photoAfter } from './photo-place.ts'
import { rowShare } from './photo-sizes.ts'
import { findThumb, PhotoThumb } from './photo-thumb.tsx'

interface PhotoGridProps {
  turbine: Turbine
  photos: Photo[]
  /** Shows the blade on each thumbnail, for grids with several blades. */
  showBlade?: boolean
  /** Content before the photos. */
  children?: ReactNode
}

/**
 * Thumbnails that open their photo in the address. Viewers with the right can delete them. They keep the aspect ratio of their
 * photos: the height of each row is chosen so that the row fills the width, except for the last row.
 */
export function PhotoGrid({ turbine, photos, showBlade = false, children }: PhotoGridProps) {
  const { open } = useOpenPhoto()
  /** The last photo in the confirmation dialog; if it was deleted, the next photo. */
  const lastAsked = useRef<Photo | undefined>(undefined)
  const deletion = useDeletePhoto(turbine, (deleted) => {
    lastAsked.current = photoAfter(photos, deleted)
  })

  function askToDelete(photo: Photo) {
    lastAsked.current = photo
    deletion.ask(photo)
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
              key={photo.id}
              photo={photo}
              showBlade={showBlade}
              onOpen={() => open(photo)}
              {...(deletion.permitted ? { onDelete: () => askToDelete(photo) } : {})}
            />
          ))}
        </ul>
      </div>
      <DeletePhotoDialog deletion={deletion} finalFocus={() => findThumb(lastAsked.current)} />
    </>
  )
}
