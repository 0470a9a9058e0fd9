import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Photo } from '#domain/photo.ts'
import { useRowFocus } from '#panel/ui/tables/use-row-focus.ts'
import { useVirtualGrid } from '#panel/ui/tables/use-virtual-grid.ts'
import { coverSizes } from './photo-sizes.ts'
import { PhotoThumb } from './photo-thumb.tsx'

/** Tiles of many photos are equal, so that their places are known before they are rendered. */
const TILES = { minWidth: 200, gap: 8, height: (width: number) => (width * 3) / 4 }

interface VirtualPhotosProps {
  list: RefObject<HTMLUListElement | null>
  photos: Photo[]
  showBlade: boolean
  mayDelete: boolean
  /** The photo that is rendered at every scroll position, because the lightbox that shows it gives the focus back to its tile. */
  openId: number | undefined
  /** The index of the photo that gets the focus when the tiles appear; undefined for none. */
  focusAt: number | undefined
  onClick: (event: MouseEvent) => void
  onKey: (event: KeyboardEvent) => void
}

/** The tiles of many photos: only the visible ones are rendered. Arrow keys, Page Up and Page Down, Home and End move between them. */
export function VirtualPhotos(props: VirtualPhotosProps) {
  const { list, photos, showBlade, mayDelete, openId, focusAt, onClick, onKey } = props
  const grid = useVirtualGrid(list, photos.length, TILES)
  const { keep, scrollToCell } = grid
  const { active, setActive, onKeyDown } = useRowFocus(
    list,
    photos.length,
    (index) => {
      keep(index)
      scrollToCell(index)
    },
    grid.columns,
  )
  const waiting = useRef(focusAt)

  useLayoutEffect(() => {
    const opened = photos.findIndex(({ id }) => id === openId)
    const index = opened >= 0 ? opened : waiting.current
    if (index === undefined) return
    keep(index)
    setActive(index)
  }, [photos, openId, keep, setActive])
  // After every rendering, because the width of the tiles is known only after the first one.
  useEffect(() => {
    if (waiting.current === undefined) return
    const tile = list.current?.querySelector<HTMLElement>(`[data-row="${waiting.current}"] button`)
    if (!tile) return
    waiting.current = undefined
    tile.focus()
  })

  return (
    <ul
      ref={list}
      style={grid.listStyle}
      className="mt-3.5"
      onClick={onClick}
      onKeyDown={(event) => {
        onKey(event)
        onKeyDown(event)
      }}
      onFocus={({ target }) => {
        const index = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row)
        setActive(index)
        keep(index)
      }}
    >
      {grid.cells.map(({ index, left, top, height }) => {
        const photo = photos[index]
        return (
          photo && (
            <PhotoThumb
              key={photo.id}
              photo={photo}
              showBlade={showBlade}
              sizes={coverSizes(photo, `${Math.ceil(grid.cellWidth)}px`, grid.cellWidth / height)}
              cell={{ index, left, top, width: grid.cellWidth, height }}
              isTabStop={index === active}
              mayDelete={mayDelete}
            />
          )
        )
      })}
    </ul>
  )
}
