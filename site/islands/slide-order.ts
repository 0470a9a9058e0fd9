/** A random picture of `loaded` that is not `current`; `chance` is a random number from 0 to 1. */
export function nextSlide(current: number, loaded: readonly number[], chance: number): number {
  const others = loaded.filter((index) => index !== current)
  return others[Math.floor(chance * others.length)] ?? current
}
