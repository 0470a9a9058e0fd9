/** A source of numbers in [0, 1), the same for the same seed on every machine (mulberry32). */
export type Random = () => number

/** @see https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A number in [from, to). */
export function between(random: Random, from: number, to: number): number {
  return from + (to - from) * random()
}

/** One of `choices`, which is never empty. */
export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0]
}
