import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { buttonClass } from '#panel/ui/button.tsx'
import { useArrowFocus } from '#panel/ui/tables/use-arrow-focus.ts'
import { useIsPrinting } from '#panel/ui/tables/use-is-printing.ts'
import { useText } from '#panel/words/use-text.ts'
import { DeletePhotoDialog, useDeletePhoto } from './delete-photo.tsx'
import { useOpenPhoto } from './open-photo.ts'
import { photoAfter } from './photo-place.ts'
import { rowHeight, rowShare, tileSizes } from './photo-sizes.ts'
import { findThumb, PhotoThumb } from './photo-thumb.tsx'
import { useWholeGrid } from './use-whole-grid.ts'
import { VirtualPhotos } from './virtual-photos.tsx'

/** How many photos are shown at first: three rows of four. */
const FIRST_PHOTOS = 12

interface PhotoGridProps {
  /** Names the grid in the address. */
  id: string
  turbine: Turbine
  photos: Photo[]
  /** Shows the blade on each thumbnail, for grids with several blades. */
  showBlade: boolean
}

/**
 * Thumbnails that open their photo in the address. Viewers with the right can delete them. Of many photos it shows the first ones, all
 * after a click, and while the page is printed. The grid is one tab stop; arrow keys move inside, Delete asks.
 */
export function PhotoGrid({ id, turbine, photos, showBlade }: PhotoGridProps) {
  const text = useText()
  const { open, openId } = useOpenPhoto()
  const list = useRef<HTMLUListElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const isPrinting = useIsPrinting()
  const hasMore = photos.length > FIRST_PHOTOS
  const isBeyond = photos.findIndex((photo) => photo.id === openId) >= FIRST_PHOTOS
  const { isWhole, setWhole } = useWholeGrid(id, hasMore && isBeyond)
  const [focusAt, setFocusAt] = useState<number>()
  /** The last photo in the confirmation dialog; if it was deleted, the next photo. */
  const lastAsked = useRef<Photo | undefined>(undefined)
  /** The section of the grid, which gets the focus after the last photo is deleted. */
  const section = useRef<HTMLElement>(undefined)
  const deletion = useDeletePhoto(turbine, (deleted) => {
    lastAsked.current = photoAfter(photos, deleted)
    section.current = list.current?.closest('section') ?? undefined
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
  }

  function showAll() {
    setFocusAt(FIRST_PHOTOS)
    setWhole(true)
  }

  function showFirst() {
    setFocusAt(undefined)
    setWhole(false)
    list.current?.closest('section')?.scrollIntoView()
    toggle.current?.focus({ preventScroll: true })
  }

  const isVirtual = hasMore && isWhole && !isPrinting

  return (
    <>
      <div className="@container">
        {isVirtual ? (
          <VirtualPhotos
            list={list}
            photos={photos}
            showBlade={showBlade}
            mayDelete={deletion.permitted}
            openId={openId}
            focusAt={focusAt}
            onClick={onClick}
            onKey={onKey}
          />
        ) : (
          <FlowingPhotos
            list={list}
            photos={isPrinting ? photos : photos.slice(0, FIRST_PHOTOS)}
            showBlade={showBlade}
            mayDelete={deletion.permitted}
            onClick={onClick}
            onKey={onKey}
          />
        )}
      </div>
      {hasMore && (
        <div className="mt-3.5 flex justify-center print:hidden">
          <button
            ref={toggle}
            type="button"
            onClick={isWhole ? showFirst : showAll}
            className={buttonClass()}
          >
            {isWhole ? text('photos.showFirst') : text('photos.showAll', { n: photos.length })}
          </button>
        </div>
      )}
      <DeletePhotoDialog
        deletion={deletion}
        finalFocus={() => findThumb(lastAsked.current) ?? section.current}
      />
    </>
  )
}

interface FlowingPhotosProps {
  list: RefObject<HTMLUListElement | null>
  photos: Photo[]
  showBlade: boolean
  mayDelete: boolean
  onClick: (event: MouseEvent) => void
  onKey: (event: KeyboardEvent) => void
}

/**
 * Tiles that keep the aspect ratio of their photos: the height of each row is chosen so that the row fills the width, except for the last
 * row.
 */
function FlowingPhotos({ list, photos, showBlade, mayDelete, onClick, onKey }: FlowingPhotosProps) {
  const stops = useMemo(() => photos.map(({ id }) => String(id)), [photos])
  const { active, onFocus, onKeyDown } = useArrowFocus(list, stops)
  const share = rowShare(photos)
  return (
    <ul
      ref={list}
      onClick={onClick}
      onKeyDown={(event) => {
        onKey(event)
        onKeyDown(event)
      }}
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
          mayDelete={mayDelete}
        />
      ))}
    </ul>
  )
}

/** The photo whose thumbnail contains the element. */
function photoOf(target: EventTarget, photos: Photo[]): Photo | undefined {
  const item =
    target instanceof Element ? target.closest('li')?.querySelector<HTMLElement>('[data-photo]') : null
  return photos.find(({ id }) => String(id) === item?.dataset.photo)
}
