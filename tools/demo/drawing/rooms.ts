import type { Lamp } from './room-camera.ts'
import type { Finish } from './room-finish.ts'
import type { Room } from './room-geometry.ts'

const OPEN = Number.POSITIVE_INFINITY

/** Some rooms of one blade, from a wide one at the root to a very low one at the tip. */
export const BLADE_ROOMS = {
  'root-box': {
    room: {
      halfWidth: 1.25,
      halfHeight: 1.05,
      offsetX: 0,
      offsetY: -0.1,
      apex: 26,
      webLeft: -0.55,
      webRight: 0.6,
      rootEnd: 2.6,
      tipEnd: 19,
      station: 4,
    },
    finish: { seed: 1, dust: 0.55, damageAt: 1.2, damage: 'none' },
  },
  'mid-box': {
    room: {
      halfWidth: 1.15,
      halfHeight: 0.5,
      offsetX: 0.03,
      offsetY: -0.06,
      apex: 20,
      webLeft: -0.42,
      webRight: 0.45,
      rootEnd: 11,
      tipEnd: 16,
      station: 18,
    },
    finish: { seed: 2, dust: 0.7, damageAt: 0.95, damage: 'bond-crack' },
  },
  'mid-nose': {
    room: {
      halfWidth: 1.15,
      halfHeight: 0.52,
      offsetX: 0.62,
      offsetY: -0.08,
      apex: 20,
      webLeft: -0.2,
      webRight: OPEN,
      rootEnd: 11,
      tipEnd: 16,
      station: 17,
    },
    finish: { seed: 3, dust: 0.4, damageAt: 0.5, damage: 'delamination' },
  },
  'mid-tail': {
    room: {
      halfWidth: 1.9,
      halfHeight: 0.46,
      offsetX: -0.75,
      offsetY: -0.05,
      apex: 20,
      webLeft: -OPEN,
      webRight: 0.35,
      rootEnd: 11,
      tipEnd: 16,
      station: 15,
    },
    finish: { seed: 4, dust: 0.8, damageAt: 0.6, damage: 'web-crack' },
  },
  'tip-box': {
    room: {
      halfWidth: 0.62,
      halfHeight: 0.27,
      offsetX: 0,
      offsetY: -0.03,
      apex: 11,
      webLeft: -0.25,
      webRight: 0.24,
      rootEnd: 9,
      tipEnd: 9,
      station: 36,
    },
    finish: { seed: 5, dust: 0.9, damageAt: 0.55, damage: 'web-crack' },
  },
} satisfies Record<string, { room: Room; finish: Omit<Finish, 'wear'> }>

export type RoomName = keyof typeof BLADE_ROOMS

/** An LED ring a little below the lens; it is brighter in larger rooms. */
export function lampFor(room: Room): Lamp {
  const size = Math.min(room.halfHeight, room.halfWidth)
  return {
    strength: 0.75 * size * size + 0.1,
    bounce: 0.3,
    reach: 5 * size,
    x: 0.04,
    y: -0.16 * size,
    z: 0.12,
  }
}
