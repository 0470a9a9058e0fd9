import { type DrawnDamage, ellipseCm2 } from './drawn-damage.ts'
import { type Colour, paint } from './film.ts'
import { distanceTo, type Segment, strokesOf } from './lettering.ts'
import { CLOUDS, clamp, FINE, GRAIN, lengthOf, NET, PITS, sample, smoothstep, texel } from './noise.ts'
import { CABLE, distanceToCorner, type Hit, ROOT_END, type Room, SHELL, TIP_END } from './room-geometry.ts'

const LAMINATE = paint(0xc3c8a4)
const RESIN = paint(0x9f9658)
const CAP = paint(0x8f9478)
const CORE = paint(0x9b8f66)
const WEB = paint(0xd2cfc2)
const ADHESIVE = paint(0x9aa79f)
const WHITENED = paint(0xe9e6d6)
const DUST = paint(0xd8d2c0)
const GRIME = paint(0x4b4436)
const INK = paint(0x1b1d22)
const STEEL = paint(0x6e7274)
const RUBBER = paint(0x191919)
const OUTSIDE = paint(0xf4f8ff)

/** The appearance of a room, without its shape. */
export interface Finish {
  seed: number
  /** The dust on the floor: 0 is none, 1 is the dust of years and of grinding. */
  dust: number
  /** How far along z a damage lies, in metres, and which: none, a crack in the web, whitened laminate, a torn bond. */
  damageAt: number
  damage: 'none' | 'web-crack' | 'delamination' | 'bond-crack'
  /** How far the damage has come: 1 is all of it, 0 is a sound room. */
  wear: number
}

/** The sizes of the damages when they are complete, in metres. */
const BOND_CRACK_HALF_LENGTH = 0.55
const BOND_CRACK_OPENING = 0.01
const WHITENED_AREA = { halfLength: 0.34, halfWidth: 0.16 }
const WEB_CRACK_LENGTH = 0.5
const WEB_CRACK_OPENING = 0.0045

/** The type of the damage of a room, in `content/findings/types.json`, and its measures. */
export function damageOf({ damage, wear }: Finish): Pick<DrawnDamage, 'type' | 'measures'> {
  if (damage === 'bond-crack') {
    const [length_mm, opening_mm] = [2000 * BOND_CRACK_HALF_LENGTH * wear, 1000 * BOND_CRACK_OPENING * wear]
    return { type: 'bond-open', measures: { length_mm, opening_mm } }
  }
  if (damage === 'delamination') {
    const { halfLength, halfWidth } = WHITENED_AREA
    const area_cm2 = ellipseCm2(halfLength * wear, halfWidth * wear)
    return { type: 'delamination', measures: { area_cm2 } }
  }
  return { type: 'web-damage', measures: { length_mm: 1000 * WEB_CRACK_LENGTH * wear } }
}

/** The surface where a ray met it: linear colour, relief in millimetres, shine. */
export interface Skin {
  r: number
  g: number
  b: number
  relief: number
  gloss: number
  /** The light that it emits itself, such as daylight in the open hatch. */
  glow: number
  /** The share of the damage in it. */
  damaged: number
}

/** Fills `skin` for a hit. `footprint` is the size of a pixel on the surface, in metres: finer patterns fade out. */
export function finishAt(room: Room, finish: Finish, hit: Hit, footprint: number, skin: Skin): void {
  skin.relief = 0
  skin.gloss = 0.35
  skin.glow = 0
  skin.damaged = 0
  if (hit.part === SHELL) shell(room, finish, hit, footprint, skin)
  else if (hit.part === ROOT_END) bulkhead(room, hit, skin)
  else if (hit.part === TIP_END) set(skin, CORE)
  else if (hit.part === CABLE) cable(room, hit, skin)
  else web(room, finish, hit, footprint, skin)
}

function set(skin: Skin, colour: Colour): void {
  skin.r = colour[0]
  skin.g = colour[1]
  skin.b = colour[2]
}

function blend(skin: Skin, colour: Colour, amount: number): void {
  const share = clamp(amount, 0, 1)
  skin.r += (colour[0] - skin.r) * share
  skin.g += (colour[1] - skin.g) * share
  skin.b += (colour[2] - skin.b) * share
}

function shade(skin: Skin, factor: number): void {
  skin.r *= factor
  skin.g *= factor
  skin.b *= factor
}

/** Woven glass under resin at ±45°, with the blotches of uneven wetting and the laps of the plies. */
function weave(skin: Skin, u: number, v: number, footprint: number, finish: Finish): void {
  const blotch =
    sample(CLOUDS, u * 60 + finish.seed * 41, v * 60) + 0.5 * sample(CLOUDS, u * 330, v * 330 + finish.seed)
  blend(skin, RESIN, 0.24 + 0.2 * blotch)
  const detail = clamp(1.3 - footprint / 0.0035, 0, 1)
  if (detail > 0) {
    const tow = Math.sin((u + v) * 700) * Math.sin((u - v) * 700)
    skin.relief += detail * (0.1 * tow + 0.03 * sample(GRAIN, u * 700, v * 700))
    shade(skin, 1 + detail * (0.035 * tow + 0.02 * sample(FINE, (u + v) * 900, (u - v) * 90)))
  }
  const lap = u + 0.012 * sample(CLOUDS, v * 90, finish.seed * 9) + finish.seed * 0.37
  const fromLap = (lap / 1.15 - Math.floor(lap / 1.15)) * 1.15
  if (fromLap < 0.02) shade(skin, 1 - 0.12 * Math.exp(-((fromLap / 0.006) ** 2)))
  skin.relief += 0.8 * smoothstep(0, 0.012, fromLap) * smoothstep(1.15, 0.7, fromLap)
}

/** The scored core under the laminate: a faint grid of blocks three centimetres wide. */
function coreGrid(skin: Skin, u: number, v: number, footprint: number, amount: number): void {
  const detail = amount * clamp(1.4 - footprint / 0.012, 0, 1)
  if (detail <= 0) return
  const width = Math.max(0.0016, footprint)
  const across = Math.abs(u / 0.045 - Math.round(u / 0.045)) * 0.045
  const along = Math.abs(v / 0.045 - Math.round(v / 0.045)) * 0.045
  const off = Math.min(across, along) / width
  const line = off < 3 ? Math.exp(-off * off) * (0.5 + 0.35 * sample(CLOUDS, u * 110, v * 110)) : 0
  const block = texel(GRAIN, Math.floor(u / 0.045) * 7, Math.floor(v / 0.045) * 7)
  blend(skin, CORE, detail * (0.17 * line + 0.05 + 0.035 * block))
}

function shell(room: Room, finish: Finish, hit: Hit, footprint: number, skin: Skin): void {
  const k = Math.max(0.02, 1 - hit.z / room.apex)
  const u = hit.z
  const v = (hit.x / k) * 1.02
  const cap = Math.min(0.3, room.halfWidth * 0.32)
  const onCap = smoothstep(cap + 0.006, cap - 0.006, Math.abs((hit.x + room.offsetX) / k))
  set(skin, LAMINATE)
  weave(skin, u, v, footprint, finish)
  coreGrid(skin, u, v, footprint, 1 - onCap)
  const fibre = sample(FINE, u * 9, v * 2600) * clamp(1.2 - footprint / 0.004, 0.15, 1)
  blend(skin, CAP, 0.75 * onCap)
  shade(skin, 1 + 0.07 * onCap * fibre)
  skin.relief += onCap * (0.8 + 0.06 * fibre)
  if (finish.damage === 'delamination' && hit.y > 0) whiten(skin, finish, u, v)
  bondLine(room, finish, hit, skin)
  if (hit.y < 0) floor(finish, hit, footprint, skin)
}

/** No bead of adhesive reaches further from its corner than this, in metres. */
const BEAD_WIDEST = 0.09

/** Adhesive squeezed out along the corner between web and shell; a torn bond opens a black line in it. */
function bondLine(room: Room, finish: Finish, hit: Hit, skin: Skin): void {
  const corner = distanceToCorner(room, hit)
  if (corner > BEAD_WIDEST) return
  const bead =
    0.038 + 0.012 * sample(CLOUDS, hit.z * 110 + finish.seed * 67, hit.part * 50 + (hit.y > 0 ? 9 : 0))
  const share = smoothstep(bead, bead - 0.01, corner)
  if (share === 0) return
  blend(skin, ADHESIVE, 0.92 * share)
  shade(skin, 1 + share * 0.06 * sample(CLOUDS, hit.z * 600, corner * 900))
  skin.relief +=
    share *
    (7 + 2.5 * sample(CLOUDS, hit.z * 300, corner * 420) + 0.5 * sample(FINE, hit.z * 500, corner * 300))
  skin.gloss += 0.3 * share
  if (finish.damage !== 'bond-crack' || finish.wear === 0 || hit.y > 0 || hit.x < 0) return
  const along = 1 - Math.abs(hit.z - finish.damageAt) / (BOND_CRACK_HALF_LENGTH * finish.wear)
  const line = Math.abs(corner - 0.016 - 0.005 * sample(CLOUDS, hit.z * 260, finish.seed))
  const width = 0.005 * along
  const open = along > 0 ? smoothstep(width, width * 0.3, line) : 0
  skin.damaged = open
  blend(skin, INK, open)
  skin.relief -= 3 * open
}

/** Delamination: a patch of laminate that has separated from the next ply looks milky. */
function whiten(skin: Skin, finish: Finish, u: number, v: number): void {
  if (finish.wear === 0) return
  const { halfLength, halfWidth } = WHITENED_AREA
  const away = lengthOf((u - finish.damageAt) / halfLength, (v - 0.1) / halfWidth) / finish.wear
  const milk = smoothstep(1.1, 0.5, away + 0.3 * sample(CLOUDS, u * 190, v * 190 + finish.seed))
  skin.damaged = milk
  blend(skin, WHITENED, milk * (0.62 + 0.2 * sample(FINE, (u + v) * 260, (u - v) * 260)))
  skin.relief += 1.2 * milk
}

function floor(finish: Finish, hit: Hit, footprint: number, skin: Skin): void {
  const level = smoothstep(0.2, 0.9, hit.ny)
  const drift = sample(CLOUDS, hit.z * 130 + finish.seed * 3, hit.x * 130)
  blend(skin, DUST, level * finish.dust * (0.35 + 0.2 * drift))
  blend(skin, GRIME, level * finish.dust * 0.3 * smoothstep(0.3, 2, sample(FINE, hit.z * 160, hit.x * 90)))
  if (footprint > 0.008) return
  const size = finish.dust * (0.05 + 0.06 * sample(FINE, hit.z * 260, hit.x * 260) + 0.04 * drift)
  const lump =
    level * smoothstep(size, size * 0.6, sample(PITS, hit.z * 900, hit.x * 900)) * (size > 0.02 ? 1 : 0)
  blend(skin, drift > 0.3 ? ADHESIVE : GRIME, 0.7 * lump)
  skin.relief += 2 * lump
}

function web(room: Room, finish: Finish, hit: Hit, footprint: number, skin: Skin): void {
  const k = Math.max(0.02, 1 - hit.z / room.apex)
  const v = hit.y / k
  set(skin, WEB)
  weave(skin, hit.z, v + 3, footprint, finish)
  coreGrid(skin, hit.z, v, footprint, smoothstep(0.08, 0.16, distanceToCorner(room, hit)))
  letterStation(room, hit, skin)
  const run = sample(FINE, hit.z * 700, hit.y * 30) + sample(CLOUDS, hit.z * 50 + finish.seed * 7, hit.y * 50)
  blend(skin, GRIME, 0.16 * finish.dust * smoothstep(0.6, 2.6, run))
  if (finish.damage === 'web-crack' && hit.part === 2) webCrack(skin, finish, hit)
  bondLine(room, finish, hit, skin)
}

function webCrack(skin: Skin, finish: Finish, hit: Hit): void {
  // From the middle of the crack, as a share of half its length.
  const along = (hit.y + 0.03) / (0.5 * WEB_CRACK_LENGTH * finish.wear)
  if (finish.wear === 0 || Math.abs(along) > 1) return
  const path =
    finish.damageAt +
    0.35 * hit.y +
    0.02 * sample(CLOUDS, hit.y * 300, finish.seed) +
    0.004 * sample(FINE, hit.y * 700, 1)
  const away = Math.abs(hit.z - path)
  const open = WEB_CRACK_OPENING * finish.wear * (1 - Math.abs(along) ** 3)
  const share = smoothstep(open, open * 0.3, away)
  const halo = 0.5 * Math.exp(-((away / 0.025) ** 2))
  skin.damaged = Math.max(share, halo)
  blend(skin, WHITENED, halo)
  blend(skin, INK, share)
  skin.relief -= 2 * share
}

/** The metres from the root, written with a felt pen on the webs, with a tick at each. */
function letterStation(room: Room, hit: Hit, skin: Skin): void {
  const at = room.station + hit.z
  const metre = Math.round(at)
  const right = (at - metre) * (hit.part === 2 ? -1 : 1)
  if (Math.abs(right) > 0.2 || hit.z > 6) return
  const tick = smoothstep(0.0035, 0.002, Math.abs(right)) * (hit.y < 0.06 && hit.y > -0.03 ? 1 : 0)
  blend(skin, INK, 0.75 * tick)
  const height = 0.055
  const x = (right - 0.02) / height
  const y = (0.05 - hit.y) / height
  if (x < -0.1 || x > 4 || y < -0.1 || y > 1.1) return
  let nearest = 9
  for (const stroke of strokesFor(metre)) nearest = Math.min(nearest, distanceTo(stroke, x, y))
  blend(skin, INK, 0.8 * smoothstep(0.085, 0.055, nearest))
}

const written = new Map<number, Segment[]>()
function strokesFor(metre: number): Segment[] {
  const known = written.get(metre)
  if (known) return known
  const strokes = strokesOf(`R${metre}`)
  written.set(metre, strokes)
  return strokes
}

function cable(room: Room, hit: Hit, skin: Skin): void {
  set(skin, RUBBER)
  const clamped = Math.abs((hit.z + room.station) / 0.6 - Math.round((hit.z + room.station) / 0.6)) * 0.6
  blend(skin, STEEL, smoothstep(0.016, 0.013, clamped))
  skin.gloss = 0.9
}

/** The wall at the root: a round hatch in a bolted steel ring, with daylight behind it. */
function bulkhead(room: Room, hit: Hit, skin: Skin): void {
  set(skin, WEB)
  blend(skin, RESIN, 0.3 + 0.08 * sample(CLOUDS, hit.x * 200, hit.y * 200))
  const radius = Math.min(room.halfHeight * 0.62, 0.4)
  const away = lengthOf(hit.x, hit.y + room.offsetY * 0.5)
  const ring = smoothstep(radius + 0.06, radius + 0.055, away)
  blend(skin, STEEL, 0.9 * ring)
  const turn = (Math.atan2(hit.y, hit.x) / (2 * Math.PI)) * 16
  const bolt = lengthOf(away - radius - 0.03, (turn - Math.round(turn)) * (radius / 2.5))
  blend(skin, INK, 0.6 * smoothstep(0.013, 0.01, bolt))
  const open = smoothstep(radius, radius - 0.006, away)
  blend(skin, OUTSIDE, open)
  skin.glow = open * (0.8 + 0.25 * hit.y)
  shade(skin, 1 - 0.4 * Math.exp(-(((away - radius - 0.06) / 0.02) ** 2)) * (1 - ring))
  shade(skin, 1 + 0.05 * sample(NET, hit.x * 60, hit.y * 60))
}
