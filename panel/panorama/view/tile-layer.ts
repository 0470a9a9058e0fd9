import { type BufferGeometry, type DataTexture, Group, type WebGLRenderer } from 'three'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { tileAddress } from '#panel/drawing/tiles/tile-address.ts'
import { TileLoader } from '#panel/drawing/tiles/tile-loader.ts'
import { makePictureMesh, type PictureMesh } from './picture-mesh.ts'
import type { Surface } from './surface.ts'
import { bytesOf, copyBorder, makeTileTexture, partOf, SIDES } from './tile-texture.ts'
import { type Tile, TileTree, type VisibleRegion } from './tile-tree.ts'

/** The memory for tiles on the graphics card, in bytes. Tiles out of view are freed only when more is used. */
const MEMORY_BYTES = 256 * 1024 * 1024

interface LoadedTile {
  tile: Tile
  texture: DataTexture
  mesh: PictureMesh
}

interface TileLayerOptions {
  renderer: WebGLRenderer
  panorama: Panorama
  surface: Surface
  previewWidth: number
  grid: BufferGeometry
  anisotropy: number
  /** A tile has come, or cannot be had: the picture has to be drawn again. */
  onTile: () => void
}

/** The sharp tiles of one picture. They are drawn above the preview, and small tiles above large ones. */
export class TileLayer {
  readonly group = new Group()
  readonly #options: TileLayerOptions
  readonly #tree: TileTree
  readonly #loader: TileLoader<Tile>
  /** In the order of their last use, the most recent one last. */
  readonly #loaded = new Map<string, LoadedTile>()
  #inView: Tile[] = []

  constructor(options: TileLayerOptions) {
    const { panorama, surface, previewWidth, onTile } = options
    this.#options = options
    this.#tree = new TileTree(panorama, surface, previewWidth)
    this.#loader = new TileLoader((tile) => tileAddress(panorama.tile_url, tile), {
      onLoad: (tile, bitmap) => this.#add(tile, bitmap),
      onGiveUp: onTile,
    })
  }

  /** True if every tile in view is drawn, except those that the server does not have. */
  get isSharp(): boolean {
    return this.#inView.every((tile) => this.#loaded.has(tile.key) || this.#loader.hasGivenUp(tile))
  }

  get isLoading(): boolean {
    return this.#loader.isLoading
  }

  /** Shows the loaded tiles for this view, and loads the missing ones. */
  update(visibleRegion: VisibleRegion): void {
    this.#inView = this.#tree.tilesIn(visibleRegion)
    const missing = this.#inView.filter(({ key }) => !this.#loaded.has(key))
    const shown = new Set(this.#inView.map(({ key }) => key))
    for (const tile of missing) for (const key of this.#insteadOf(tile)) shown.add(key)
    for (const [key, { mesh }] of [...this.#loaded]) {
      mesh.visible = shown.has(key)
      if (mesh.visible) this.#markUsed(key)
    }
    this.#forget(shown)
    this.#loader.want(missing)
  }

  dispose(): void {
    this.#loader.dispose()
    for (const loaded of this.#loaded.values()) this.#remove(loaded)
  }

  /** The tiles to show in place of a missing one: the next larger tile, and smaller tiles inside its area. */
  *#insteadOf(tile: Tile): Iterable<string> {
    for (let parent = this.#tree.parentOf(tile); parent; parent = this.#tree.parentOf(parent)) {
      if (!this.#loaded.has(parent.key)) continue
      yield parent.key
      break
    }
    for (const [key, other] of this.#loaded) if (isWithin(other.tile, tile)) yield key
  }

  #add(tile: Tile, bitmap: ImageBitmap): void {
    const { renderer, surface, grid, anisotropy, onTile } = this.#options
    const texture = makeTileTexture(renderer, bitmap, anisotropy)
    bitmap.close()
    const { area, level } = tile
    const mesh = makePictureMesh({ surface, area, grid, texture, order: level + 1, part: partOf(texture) })
    mesh.visible = false
    this.group.add(mesh)
    this.#shareBorders(tile, texture)
    this.#loaded.set(tile.key, { tile, texture, mesh })
    onTile()
  }

  #shareBorders(tile: Tile, texture: DataTexture): void {
    const { renderer } = this.#options
    for (const side of SIDES) {
      const neighbour = this.#neighbour(tile, side.x, side.y)
      if (!neighbour) continue
      copyBorder(renderer, neighbour.texture, texture, side)
      copyBorder(renderer, texture, neighbour.texture, { x: -side.x, y: -side.y })
    }
  }

  /** The loaded neighbour of a tile. On a whole sphere, the last column is beside the first one. */
  #neighbour({ level, column, row }: Tile, x: number, y: number): LoadedTile | undefined {
    const { panorama } = this.#options
    const columns = panorama.levels[level]?.columns ?? 1
    const isClosed = panorama.sphere?.full_width === panorama.width && columns > 2
    const beside = isClosed ? (column + x + columns) % columns : column + x
    return this.#loaded.get(`${level}/${beside}/${row + y}`)
  }

  #markUsed(key: string): void {
    const loaded = this.#loaded.get(key)
    if (!loaded) return
    this.#loaded.delete(key)
    this.#loaded.set(key, loaded)
  }

  /** Frees the memory of the tiles that were used longest ago. */
  #forget(shown: Set<string>): void {
    let bytes = 0
    for (const [key, loaded] of [...this.#loaded].reverse()) {
      bytes += bytesOf(loaded.texture)
      if (bytes <= MEMORY_BYTES || shown.has(key)) continue
      this.#remove(loaded)
      this.#loaded.delete(key)
    }
  }

  #remove({ mesh, texture }: LoadedTile): void {
    this.group.remove(mesh)
    mesh.material.dispose()
    texture.dispose()
  }
}

function isWithin(small: Tile, large: Tile): boolean {
  const depth = small.level - large.level
  return depth > 0 && small.column >> depth === large.column && small.row >> depth === large.row
}
