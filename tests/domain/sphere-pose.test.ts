import { expect, it } from 'vitest'
import { levelDirection, photographedPoint } from '#domain/pictures/sphere-pose.ts'

/** The pose in a public report about tilted spheres. */
const POSE = { pitch: 17, roll: -30 }
const POSES = [POSE, { pitch: -24.5, roll: 9 }, { pitch: 0, roll: 180 }, { pitch: 90, roll: 0 }]

const CENTRE = { yaw: 0, pitch: 0 }

function expectNear(found: { yaw: number; pitch: number }, wanted: { yaw: number; pitch: number }) {
  expect(found.pitch).toBeCloseTo(wanted.pitch, 9)
  expect(found.yaw).toBeCloseTo(wanted.yaw, 9)
}

it('puts the centre of the picture at the pitch of the pose, and leaves it at its heading', () => {
  expectNear(levelDirection(CENTRE, POSE), { yaw: 0, pitch: 17 })
  expectNear(levelDirection(CENTRE, { pitch: -24.5, roll: 120 }), { yaw: 0, pitch: -24.5 })
})

it('turns the picture clockwise by the roll, because the horizon is turned counterclockwise in it', () => {
  const right = { yaw: 90, pitch: 0 }
  expectNear(levelDirection(right, { pitch: 0, roll: 30 }), { yaw: 90, pitch: -30 })
  // The horizon at the right is above the middle of the picture.
  expectNear(photographedPoint(right, { pitch: 0, roll: 30 }), { yaw: 90, pitch: 30 })
  // A camera that hangs upside down.
  expectNear(levelDirection({ yaw: 40, pitch: 20 }, { pitch: 0, roll: 180 }), { yaw: -40, pitch: -20 })
})

it('shows the true horizon as the horizon', () => {
  // With a pitch of 17° the horizon ahead is below the middle, and a roll of −30° turns it clockwise: lower at the right.
  const ahead = photographedPoint({ yaw: 0, pitch: 0 }, POSE)
  expect(ahead.pitch).toBeCloseTo(-14.667, 3)
  expectNear(photographedPoint({ yaw: 90, pitch: 0 }, POSE), { yaw: 90, pitch: -30 })
  for (let yaw = -180; yaw < 180; yaw += 15) {
    const seen = photographedPoint({ yaw, pitch: 0 }, POSE)
    expect(levelDirection(seen, POSE).pitch).toBeCloseTo(0, 9)
  }
})

it.each(POSES)('finds the same point again with a pitch of $pitch and a roll of $roll', (pose) => {
  for (const point of [
    { yaw: -170, pitch: 60 },
    { yaw: 12.5, pitch: -4 },
    { yaw: 91, pitch: 89 },
  ])
    expectNear(photographedPoint(levelDirection(point, pose), pose), point)
})
