/**
 * A hash from 0 to less than 1 of the nth point of a file. It is deterministic and uncorrelated between neighbours, so the points below a
 * limit are an even sample.
 *
 * @see https://github.com/skeeto/hash-prospector (the triple32 function)
 */
export function shareOfPoint(index: number): number {
  let hash = index | 0
  hash = Math.imul(hash ^ (hash >>> 17), 0xed5ad4bb)
  hash = Math.imul(hash ^ (hash >>> 11), 0xac4c1b51)
  hash = Math.imul(hash ^ (hash >>> 15), 0x31848bab)
  return ((hash ^ (hash >>> 14)) >>> 0) / 0x100000000
}
