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
  /** Names the blade on each thumbnail, where several are mixed. */
  showBlade?: boolean
  /** What stands before the photos. */
  children?: ReactNode
}

/**
 * Thumbnails that open their photo in the address and, for those who may, can be deleted. They keep the shape of their
 * photos: each row is as high as fills the width, but for the last one.
 */
export function PhotoGrid({ turbine, photos, showBlade = false, children }: PhotoGridProps) {
  const { open } = useOpenPhoto()
  /** The photo that was asked about last; the next one, where it was deleted. */
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
