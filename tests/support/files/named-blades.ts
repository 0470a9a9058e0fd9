import type { Blade } from '#domain/photo.ts'

/** Names of photos, each with the blade that it says. */
export const NAMED_BLADES: readonly (readonly [name: string, blade: Blade | undefined])[] = [
  ['bladeB_x.jpg', 'B'],
  ['BLADE_a.jpg', 'A'],
  ['T05-Blade-C-012.jpg', 'C'],
  ['blade.b.jpg', 'B'],
  ['bladeA01.jpg', 'A'],
  ['RotorBladeC.jpg', 'C'],
  ['bladeA_tip-bladeA_2.jpg', 'A'],
  ['bladeDrone.jpg', undefined],
  ['blades_all.jpg', undefined],
  ['bladeAB.jpg', undefined],
  ['blade_all.jpg', undefined],
  ['blade__A.jpg', undefined],
  ['bladeA_bladeB.jpg', undefined],
  ['bladeD.jpg', undefined],
  ['blade.jpg', undefined],
  ['A.jpg', undefined],
]
