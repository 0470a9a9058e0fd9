import { VISIBLE } from './damage.ts'
import { type DrawnDamage, Extent } from './drawn-damage.ts'
import type { Film } from './film.ts'
import { newFilm } from './film.ts'
import { clamp, power64, smoothstep } from './noise.ts'
import { damageOf, type Finish, finishAt, type Skin } from './room-finish.ts'
import {
  castRay,
  distanceToCorner,
  type Hit,
  type Room,
  SHELL,
  WEB_LEFT,
  WEB_RIGHT,
} from './room-geometry.ts'

/** Sets `ray` for a pixel: its direction (a unit vector) and the size of the pixel. */
export type Lens = (x: number, y: number, ray: Ray) => void

interface Ray {
  dx: number
  dy: number
  dz: number
  rightX: number
  rightY: number
  rightZ: number
  downX: number
  downY: number
  downZ: number
  /** Size of the pixel at a distance of one, across and down. */
  across: number
  down: number
}

export interface Lamp {
  /** Light of the LED ring at one metre. */
  strength: number
  /** Light that the walls near the camera reflect to each other. */
  bounce: number
  /** Distance along the blade over which the bounced light is lost, in metres. */
  reach: number
  /** The position of the lamp relative to the camera, in metres. */
  x: number
  y: number
  z: number
}

/** The hits of one row of pixels. They are kept, because the shading of the relief needs the rows above and below. */
interface Row {
  relief: Float32Array
  hits: Float32Array
}

/** Numbers kept of each hit: normal, point, colour, gloss, glow, distance to the corner, footprint across and down. */
const KEPT = 14

/** Photographs a room: `lens` says where each pixel looks. @returns the damage in the picture with it */
export function photographRoom(
  width: number,
  height: number,
  lens: Lens,
  scene: { room: Room; finish: Finish; lamp: Lamp },
): { film: Film; damages: DrawnDamage[] } {
  const film = newFilm(width, height)
  const extent = new Extent(film)
  const rows = [0, 1, 2].map(() => ({
    relief: new Float32Array(width),
    hits: new Float32Array(width * KEPT),
  })) as [Row, Row, Row]
  const row = (y: number) => rows[clamp(y, 0, height - 1) % 3] as Row
  castRow(0, width, lens, scene, row(0), extent)
  for (let y = 0; y < height; y++) {
    if (y + 1 < height) castRow(y + 1, width, lens, scene, row(y + 1), extent)
    lightRow(y, width, lens, scene, { above: row(y - 1), here: row(y), below: row(y + 1) }, film)
  }
  const { type, measures } = damageOf(scene.finish)
  return { film, damages: extent.damage(type, measures) }
}

const ray: Ray = {
  dx: 0,
  dy: 0,
  dz: 1,
  rightX: 1,
  rightY: 0,
  rightZ: 0,
  downX: 0,
  downY: -1,
  downZ: 0,
  across: 0,
  down: 0,
}
const hit: Hit = { part: 0, distance: 0, x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0 }
const skin: Skin = { r: 0, g: 0, b: 0, relief: 0, gloss: 0, glow: 0, damaged: 0 }

/** How many pixels of a row share one ray: near its poles, many pixels of a panorama show the same small area. */
function strideOf(y: number, lens: Lens): number {
  lens(0, y, ray)
  return clamp(2 ** Math.floor(Math.log2(ray.down / ray.across)), 1, 64)
}

function castRow(
  y: number,
  width: number,
  lens: Lens,
  scene: { room: Room; finish: Finish },
  row: Row,
  extent: Extent,
): void {
  const stride = strideOf(y, lens)
  for (let x = 0; x < width; x += stride) {
    lens(x, y, ray)
    castRay(scene.room, ray.dx, ray.dy, ray.dz, hit)
    const facing = Math.max(0.08, -(ray.dx * hit.nx + ray.dy * hit.ny + ray.dz * hit.nz))
    finishAt(scene.room, scene.finish, hit, (hit.distance * ray.down) / facing, skin)
    if (skin.damaged > VISIBLE) extent.add(y * width + x)
    row.relief[x] = skin.relief
    for (let copy = 1; copy < stride; copy++) row.relief[x + copy] = skin.relief
    const at = x * KEPT
    const kept = row.hits
    kept[at] = hit.nx
    kept[at + 1] = hit.ny
    kept[at + 2] = hit.nz
    kept[at + 3] = hit.x
    kept[at + 4] = hit.y
    kept[at + 5] = hit.z
    kept[at + 6] = skin.r
    kept[at + 7] = skin.g
    kept[at + 8] = skin.b
    kept[at + 9] = skin.gloss
    kept[at + 10] = skin.glow
    kept[at + 11] = hit.part <= WEB_RIGHT ? distanceToCorner(scene.room, hit) : 1
    kept[at + 12] = hit.distance * stride * Math.max(ray.across, 1e-4)
    kept[at + 13] = hit.part === SHELL || hit.part === WEB_LEFT || hit.part === WEB_RIGHT ? 1 : 0
  }
}

function lightRow(
  y: number,
  width: number,
  lens: Lens,
  { lamp }: { lamp: Lamp },
  rows: { above: Row; here: Row; below: Row },
  film: Film,
): void {
  const kept = rows.here.hits
  const relief = rows.here.relief
  const stride = strideOf(y, lens)
  for (let x = 0; x < width; x += stride) {
    lens(x, y, ray)
    const at = x * KEPT
    const px = kept[at + 3] as number
    const py = kept[at + 4] as number
    const pz = kept[at + 5] as number
    const distance = Math.sqrt(px * px + py * py + pz * pz)
    const bumpy = (kept[at + 13] as number) * 0.0005
    // The slope: the difference of the relief in millimetres, divided by the distance of the two pixels in metres.
    const slopeX = clamp(
      (((relief[x < width - stride ? x + stride : x] as number) -
        (relief[x > 0 ? x - stride : x] as number)) *
        bumpy) /
        (kept[at + 12] as number),
      -0.9,
      0.9,
    )
    const slopeY = clamp(
      (((rows.below.relief[x] as number) - (rows.above.relief[x] as number)) * bumpy) / (distance * ray.down),
      -0.9,
      0.9,
    )
    let nx = (kept[at] as number) - slopeX * ray.rightX - slopeY * ray.downX
    let ny = (kept[at + 1] as number) - slopeX * ray.rightY - slopeY * ray.downY
    let nz = (kept[at + 2] as number) - slopeX * ray.rightZ - slopeY * ray.downZ
    const norm = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz)
    nx *= norm
    ny *= norm
    nz *= norm
    const lx = lamp.x - px
    const ly = lamp.y - py
    const lz = lamp.z - pz
    const toLamp = Math.sqrt(lx * lx + ly * ly + lz * lz)
    const cosine = Math.max(0, (nx * lx + ny * ly + nz * lz) / toLamp)
    const hx = lx / toLamp - ray.dx
    const hy = ly / toLamp - ray.dy
    const hz = lz / toLamp - ray.dz
    const mirror = power64(
      Math.max(0, (nx * hx + ny * hy + nz * hz) / Math.sqrt(hx * hx + hy * hy + hz * hz)),
    )
    const near = 1 / (toLamp * toLamp + 0.12)
    const corner = kept[at + 11] as number
    const around = 0.42 + 0.58 * smoothstep(-0.02, 0.22, corner)
    const lost = 1 + (pz * pz) / (lamp.reach * lamp.reach)
    const bounce = (lamp.bounce * around * (0.8 + 0.2 * ny)) / (lost * Math.sqrt(lost))
    const light = lamp.strength * cosine * near * (0.7 + 0.3 * around) + bounce
    const shine = lamp.strength * mirror * near * 0.14 * (kept[at + 9] as number)
    const glow = kept[at + 10] as number
    const out = (y * width + x) * 3
    film.light[out] = (kept[at + 6] as number) * (light + glow) + shine
    film.light[out + 1] = (kept[at + 7] as number) * (light + glow) + shine
    film.light[out + 2] = (kept[at + 8] as number) * (light * 1.02 + glow) + shine * 1.05
    for (let copy = 1; copy < stride; copy++) film.light.copyWithin(out + copy * 3, out, out + 3)
  }
}
