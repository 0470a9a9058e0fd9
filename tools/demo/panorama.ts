import type { Drawing } from './drawing/drawn-damage.ts'
import { develop } from './drawing/film.ts'
import { type Lens, photographRoom } from './drawing/room-camera.ts'
import { BLADE_ROOMS, lampFor, type RoomName } from './drawing/rooms.ts'

/** Size of a panorama, in pixels: an equirectangular picture is twice as wide as tall. */
const PANORAMA_WIDTH = 4096
const PANORAMA_HEIGHT = 2048

/**
 * Photographs a blade's room in every direction, as an equirectangular picture: the middle looks towards the tip, the
 * left and right borders towards the root, the top row straight up.
 * @see https://mathworld.wolfram.com/EquirectangularProjection.html
 */
export function drawPanorama(name: RoomName, seed: number, wear = 1): Drawing {
  const { room, finish } = BLADE_ROOMS[name]
  const { film, damages } = photographRoom(
    PANORAMA_WIDTH,
    PANORAMA_HEIGHT,
    equirectangular(PANORAMA_WIDTH, PANORAMA_HEIGHT),
    {
      room,
      finish: { ...finish, wear },
      lamp: lampFor(room),
    },
  )
  const picture = develop(film, { exposure: 1, vignette: 0, noise: 2.6, balance: [1.01, 1, 0.99], seed })
  return { ...picture, damages }
}

function equirectangular(width: number, height: number): Lens {
  const turns = Float64Array.from({ length: width }, (_, x) => ((x + 0.5) / width - 0.5) * 2 * Math.PI)
  const sines = turns.map(Math.sin)
  const cosines = turns.map(Math.cos)
  const rises = Float64Array.from({ length: height }, (_, y) => (0.5 - (y + 0.5) / height) * Math.PI)
  const levels = rises.map(Math.cos)
  const ups = rises.map(Math.sin)
  return (x, y, ray) => {
    const level = levels[y] as number
    const up = ups[y] as number
    const sin = sines[x] as number
    const cos = cosines[x] as number
    ray.dx = sin * level
    ray.dy = up
    ray.dz = cos * level
    ray.rightX = cos
    ray.rightY = 0
    ray.rightZ = -sin
    ray.downX = sin * up
    ray.downY = -level
    ray.downZ = cos * up
    ray.across = (2 * Math.PI * level) / width
    ray.down = Math.PI / height
  }
}
