import { type CSSProperties, type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { DeletePhotoDialog, useDeletePhoto } from './delete-photo.tsx'
import { useOpenPhoto } from './open-photo.ts'
import { photoAfter } from './photo-place.ts'
import { rowHeight, rowShare, tileSizes } from './photo-sizes.ts'
import { findThumb, PhotoThumb } from './photo-thumb.tsx'

interface PhotoGridProps {
  turbine: Turbine
  photos: Photo[]
  /** Shows the blade on each thumbnail, for grids with several blades. */
  showBlade: boolean
}

/**
 * Thumbnails that open their photo in the address. Viewers with the right can delete them. They keep the aspect ratio of their
 * photos: the height of each row is chosen so that the row fills the width, except for the last row. The grid is one tab stop; arrow
 * keys move inside, Delete asks.
 */
export function PhotoGrid({ turbine, photos, showBlade }: PhotoGridProps) {
  const { open } = useOpenPhoto()
  const list = useRef<HTMLUListElement>(null)
  const stops = useMemo(() => photos.map(({ id }) => String(id)), [photos])
  const { active, onFocus, onKeyDown } = useArrowFocus(list, stops)
  const share = rowShare(photos)
  /** The last photo in the confirmation dialog; if it was deleted, the next photo. */
  const lastAsked = useRef<Photo | undefined>(undefined)
  const deletion = useDeletePhoto(turbine, (deleted) => {
    lastAsked.current = photoAfter(photos, deleted)
  })

  function askToDelete(photo: Photo | undefined) {
    if (!photo || !deletion.permitted) return
    lastAsked.current = photo
    deletion.ask(photo)
  }

  // One listener for all thumbnails, so that they are not rendered again when the address changes.
  function onClick({ target }: MouseEvent) {
    const photo = photoOf(target, photos)
    if (!photo) return
    if (target instanceof Element && target.closest('[data-delete]')) askToDelete(photo)
    else void open(photo)
  }

  function onKey(event: KeyboardEvent) {
    if (event.key === 'Delete') askToDelete(photoOf(event.target, photos))
    else onKeyDown(event)
  }

  return (
    <>
      <div className="@container">
        <ul
          ref={list}
          onClick={onClick}
          onKeyDown={onKey}
          onFocus={onFocus}
          className="flex flex-wrap gap-2 not-empty:mt-3.5 after:-ml-2 after:grow-[1000]"
          style={{ '--row': rowHeight(share, '100cqw') } as CSSProperties}
        >
          {photos.map((photo) => (
            <PhotoThumb
              key={photo.id}
              photo={photo}
              showBlade={showBlade}
              sizes={tileSizes(photo, share)}
              isTabStop={String(photo.id) === active}
              mayDelete={deletion.permitted}
            />
          ))}
        </ul>
      </div>
      <DeletePhotoDialog deletion={deletion} finalFocus={() => findThumb(lastAsked.current)} />
    </>
  )
}

/** The photo whose thumbnail contains the element. */
function photoOf(target: EventTarget, photos: Photo[]): Photo | undefined {
  const item =
    target instanceof Element ? target.closest('li')?.querySelector<HTMLElement>('[data-photo]') : null
  return photos.find(({ id }) => String(id) === item?.dataset.photo)
}
