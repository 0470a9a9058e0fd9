import { type BufferGeometry, Group, RepeatWrapping, Texture, Vector4, type WebGLRenderer } from 'three'
import type { Panorama } from '#domain/pictures/panorama.ts'
import { type Grids, makePictureMesh, type PictureMesh, setTextureFilters } from './picture-mesh.ts'
import { type Area, type Surface, surfaceOf } from './surface.ts'
import { TileLayer } from './tile-layer.ts'
import type { VisibleRegion } from './tile-tree.ts'

/** A picture to show. */
export interface PanoramaSource {
  /** The address of a small picture of the whole photo, which is shown at once. */
  preview: string
  panorama: Panorama
}

/** The anisotropic filtering. It is sharp enough near the poles; a higher value is slower without a visible difference. */
const ANISOTROPY = 8

interface PictureOptions {
  source: PanoramaSource
  preview: ImageBitmap
  renderer: WebGLRenderer
  grids: Grids
  /** A tile has come, or cannot be had. */
  onTile: () => void
}

/** A picture in the view: a preview of the whole picture, and sharp tiles above it. */
export class ShownPicture {
  readonly source: PanoramaSource
  readonly surface: Surface
  readonly group = new Group()
  readonly #preview: ImageBitmap
  readonly #texture: Texture
  readonly #halves: PictureMesh[]
  readonly #tiles: TileLayer

  constructor({ source, preview, renderer, grids, onTile }: PictureOptions) {
    const { panorama } = source
    const anisotropy = Math.min(ANISOTROPY, renderer.capabilities.getMaxAnisotropy())
    this.source = source
    this.surface = surfaceOf(panorama)
    this.#preview = preview
    this.#texture = new Texture(preview)
    setTextureFilters(this.#texture, anisotropy)
    if (panorama.sphere?.full_width === panorama.width) this.#texture.wrapS = RepeatWrapping
    this.#texture.needsUpdate = true
    this.#halves = halvesOf(this.surface, this.#texture, grids.ofHalf())
    this.#tiles = new TileLayer({
      renderer,
      panorama,
      surface: this.surface,
      previewWidth: preview.width,
      grid: grids.ofTile(),
      anisotropy,
      onTile,
    })
    this.group.add(...this.#halves, this.#tiles.group)
  }

  get isSharp(): boolean {
    return this.#tiles.isSharp
  }

  /** True while tiles are on their way. */
  get isLoading(): boolean {
    return this.#tiles.isLoading
  }

  update(visibleRegion: VisibleRegion): void {
    this.#tiles.update(visibleRegion)
  }

  dispose(): void {
    this.#tiles.dispose()
    for (const { material } of this.#halves) material.dispose()
    this.#texture.dispose()
    this.#preview.close()
  }
}

/** The shader needs areas of at most half a sphere. */
function halvesOf(surface: Surface, texture: Texture, grid: BufferGeometry): PictureMesh[] {
  const { left, right, ...rows } = surface.picture
  const middle = (left + right) / 2
  const mesh = (area: Area, x: number) =>
    makePictureMesh({ surface, area, grid, texture, order: 0, part: new Vector4(x, 0, 0.5, 1) })
  return [mesh({ left, right: middle, ...rows }, 0), mesh({ left: middle, right, ...rows }, 0.5)]
}
