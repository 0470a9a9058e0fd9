/** Another one than `current`, of those that are `loaded`; `chance` is from 0 up to 1. */
export function nextSlide(current: number, loaded: readonly number[], chance: number): number {
  const others = loaded.filter((index) => index !== current)
  return others[Math.floor(chance * others.length)] ?? current
}
