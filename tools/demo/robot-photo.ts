import { PHOTO_HEIGHT, PHOTO_WIDTH } from './blade-photo.ts'
import type { Drawing } from './drawing/drawn-damage.ts'
import { develop } from './drawing/film.ts'
import { type Lens, photographRoom } from './drawing/room-camera.ts'
import { BLADE_ROOMS, type RoomName } from './drawing/rooms.ts'

/** Where the crawler's camera looks: radians from the tip's direction to the right, and up. */
interface Look {
  room: RoomName
  turn: number
  rise: number
  /** Degrees the crawler leans on the curved floor. */
  roll: number
}

const LOOKS = {
  'root-ahead': { room: 'root-box', turn: 0.08, rise: -0.1, roll: 2 },
  'box-ahead': { room: 'mid-box', turn: -0.1, rise: -0.06, roll: -3 },
  'bond-torn': { room: 'mid-box', turn: 0.55, rise: -0.32, roll: 4 },
  'nose-milky': { room: 'mid-nose', turn: 0.35, rise: 0.25, roll: -2 },
  'web-cracked': { room: 'mid-tail', turn: 0.75, rise: -0.05, roll: 1 },
  'tip-narrow': { room: 'tip-box', turn: 0.12, rise: -0.04, roll: 5 },
} satisfies Record<string, Look>

export const ROBOT_SUBJECTS = Object.keys(LOOKS)

/**
 * Draws a photo of the inside of a blade by a crawler with an LED ring, always the same for the same seed.
 * @throws when there is no such subject
 */
export function drawRobotPhoto(subject: string, seed: number, wear = 1): Drawing {
  const look = (LOOKS as Record<string, Look>)[subject]
  if (!look) throw new Error(`No crawler picture shows "${subject}".`)
  const { room, finish } = BLADE_ROOMS[look.room]
  const size = Math.min(room.halfHeight, room.halfWidth)
  const { film, damages } = photographRoom(
    PHOTO_WIDTH,
    PHOTO_HEIGHT,
    wideAngle(PHOTO_WIDTH, PHOTO_HEIGHT, look),
    {
      room,
      finish: { ...finish, wear },
      lamp: {
        strength: 0.8 * size * size + 0.14,
        bounce: 0.07,
        reach: 1.6 * size,
        x: 0.02,
        y: 0.03,
        z: 0.02,
      },
    },
  )
  const picture = develop(film, {
    exposure: 1.1,
    vignette: 0.62,
    noise: 5,
    balance: [0.95, 1, 1.07],
    seed,
  })
  return { ...picture, damages }
}

/** A wide-angle lens (95° horizontally) with a little barrel distortion. */
function wideAngle(width: number, height: number, look: Look): Lens {
  const focal = width / 2 / Math.tan((95 / 2) * (Math.PI / 180))
  const [ct, st] = [Math.cos(look.turn), Math.sin(look.turn)]
  const [cr, sr] = [Math.cos(look.rise), Math.sin(look.rise)]
  const [cl, sl] = [Math.cos((look.roll * Math.PI) / 180), Math.sin((look.roll * Math.PI) / 180)]
  // The camera's own right, down and forward, in the room's directions.
  const forward = [st * cr, sr, ct * cr] as const
  const level = [ct, 0, -st] as const
  const drop = [st * sr, -cr, ct * sr] as const
  const mixed = (a: number, b: number) => (axis: 0 | 1 | 2) => level[axis] * a + drop[axis] * b
  const rightOf = mixed(cl, sl)
  const downOf = mixed(-sl, cl)
  const right = [rightOf(0), rightOf(1), rightOf(2)] as const
  const down = [downOf(0), downOf(1), downOf(2)] as const
  return (x, y, ray) => {
    const px = (x - width / 2) / focal
    const py = (y - height / 2) / focal
    const bulge = 1 + 0.09 * (px * px + py * py)
    const dx = forward[0] + (right[0] * px + down[0] * py) * bulge
    const dy = forward[1] + (right[1] * px + down[1] * py) * bulge
    const dz = forward[2] + (right[2] * px + down[2] * py) * bulge
    const norm = 1 / Math.sqrt(dx * dx + dy * dy + dz * dz)
    ray.dx = dx * norm
    ray.dy = dy * norm
    ray.dz = dz * norm
    ray.rightX = right[0]
    ray.rightY = right[1]
    ray.rightZ = right[2]
    ray.downX = down[0]
    ray.downY = down[1]
    ray.downZ = down[2]
    ray.across = norm / focal
    ray.down = norm / focal
  }
}
