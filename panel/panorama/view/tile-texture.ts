import { Box2, DataTexture, Texture, Vector2, Vector4, type WebGLRenderer } from 'three'
import { setTextureFilters } from './picture-mesh.ts'

/** The width of the border around a tile, in pixels. It holds pixels of the neighbours, so that a magnified picture has no visible edges between tiles. */
const BORDER = 1
/** Four bytes for each pixel, and a third more for the mipmaps. */
const BYTES_PER_PIXEL = (4 * 4) / 3

/** The eight sides and corners of a tile. */
export const SIDES = [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => ({ x, y }))).filter(({ x, y }) => x || y)
export type Side = (typeof SIDES)[number]

/** Puts a tile on the graphics card. Its border repeats its outermost pixels until its neighbours are there. */
export function makeTileTexture(
  renderer: WebGLRenderer,
  bitmap: ImageBitmap,
  anisotropy: number,
): DataTexture {
  const texture = new DataTexture(null, bitmap.width + 2 * BORDER, bitmap.height + 2 * BORDER)
  setTextureFilters(texture, anisotropy)
  // Only the memory is reserved; the pixels follow.
  texture.source.dataReady = false
  texture.needsUpdate = true
  renderer.initTexture(texture)
  const source = new Texture(bitmap)
  texture.generateMipmaps = false
  for (const side of SIDES) copyStrip(renderer, source, texture, bitmap, side, side, 0)
  texture.generateMipmaps = true
  renderer.copyTextureToTexture(source, texture, null, new Vector2(BORDER, BORDER))
  texture.generateMipmaps = false
  return texture
}

/** Copies the outermost pixels of a neighbour, which lies at `side`, into the border of a tile. */
export function copyBorder(
  renderer: WebGLRenderer,
  neighbour: DataTexture,
  texture: DataTexture,
  { x, y }: Side,
) {
  const size = pixelsOf(neighbour)
  // A shorter neighbour, at the end of a picture, has no more rows than this tile.
  copyStrip(renderer, neighbour, texture, size, { x: -x, y: -y }, { x, y }, BORDER)
}

/** The part of a texture within its border. */
export function partOf({ image: { width, height } }: DataTexture): Vector4 {
  return new Vector4(BORDER / width, BORDER / height, 1 - (2 * BORDER) / width, 1 - (2 * BORDER) / height)
}

export function bytesOf(texture: DataTexture): number {
  return texture.image.width * texture.image.height * BYTES_PER_PIXEL
}

function copyStrip(
  renderer: WebGLRenderer,
  source: Texture,
  target: DataTexture,
  size: { width: number; height: number },
  from: Side,
  to: Side,
  inset: number,
): void {
  const room = pixelsOf(target)
  const [left, right] = range(from.x, size.width)
  const [top, bottom] = range(from.y, size.height)
  const width = Math.min(right - left, from.x ? BORDER : room.width)
  const height = Math.min(bottom - top, from.y ? BORDER : room.height)
  const corner = new Vector2(left + inset, top + inset)
  const region = new Box2(corner, corner.clone().add(new Vector2(width, height)))
  const at = new Vector2(placeIn(to.x, room.width), placeIn(to.y, room.height))
  renderer.copyTextureToTexture(source, target, region, at)
}

/** The range of pixels along one axis: the outermost ones at a side, or all of them. */
function range(side: number, length: number): [number, number] {
  if (side < 0) return [0, BORDER]
  return side > 0 ? [length - BORDER, length] : [0, length]
}

/** Where the border at a side begins in a texture whose tile is this long. */
function placeIn(side: number, length: number): number {
  if (side < 0) return 0
  return side > 0 ? length + BORDER : BORDER
}

function pixelsOf({ image }: DataTexture): { width: number; height: number } {
  return { width: image.width - 2 * BORDER, height: image.height - 2 * BORDER }
}
