import { Group, RepeatWrapping, Texture, type WebGLRenderer } from 'three'
import type { Panorama } from '#domain/panorama.ts'
import { filterWell, type Grids, makePictureMesh } from './picture-mesh.ts'
import { type Surface, surfaceOf } from './surface.ts'
import { TileLayer } from './tile-layer.ts'
import type { Sight } from './tile-tree.ts'

/** A picture to show. */
export interface PanoramaSource {
  /** The address of a small picture of the whole photo, which is shown at once. */
  preview: string
  panorama: Panorama
}

/** Sharp enough near the poles; more costs time and shows no difference. */
const ANISOTROPY = 8

interface PictureOptions {
  source: PanoramaSource
  preview: ImageBitmap
  renderer: WebGLRenderer
  grids: Grids
  onChange: () => void
}

/** A picture in the view: a preview of the whole of it, and sharp tiles over it. */
export class ShownPicture {
  readonly source: PanoramaSource
  readonly surface: Surface
  readonly group = new Group()
  readonly #preview: ImageBitmap
  readonly #texture: Texture
  readonly #disposeMaterial: () => void
  readonly #tiles: TileLayer

  constructor({ source, preview, renderer, grids, onChange }: PictureOptions) {
    const { panorama } = source
    const anisotropy = Math.min(ANISOTROPY, renderer.capabilities.getMaxAnisotropy())
    this.source = source
    this.surface = surfaceOf(panorama)
    this.#preview = preview
    this.#texture = new Texture(preview)
    filterWell(this.#texture, anisotropy)
    if (panorama.sphere?.full_width === panorama.width) this.#texture.wrapS = RepeatWrapping
    this.#texture.needsUpdate = true
    const mesh = makePictureMesh(this.surface, this.surface.picture, grids.ofPicture(), this.#texture)
    this.#disposeMaterial = () => mesh.material.dispose()
    this.#tiles = new TileLayer({
      renderer,
      panorama,
      surface: this.surface,
      previewWidth: preview.width,
      grid: grids.ofTile(),
      anisotropy,
      onChange,
    })
    this.group.add(mesh, this.#tiles.group)
  }

  get isSharp(): boolean {
    return this.#tiles.isSharp
  }

  update(sight: Sight): void {
    this.#tiles.update(sight)
  }

  dispose(): void {
    this.#tiles.dispose()
    this.#disposeMaterial()
    this.#texture.dispose()
    this.#preview.close()
  }
}
