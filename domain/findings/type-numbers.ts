/**
 * The number of each finding type in COCO files: models are trained on these numbers, so they never change. The number is the place in this
 * list, from 1. The list is closed: a type removed from `content/findings/types.json` stays here, and one added there gets its number from
 * its id.
 */
const TYPES_BY_NUMBER = [
  'le-erosion',
  'pitting',
  'lep-damage',
  'coating-loss',
  'discolouration',
  'scratch',
  'gelcoat-crack',
  'crack-longitudinal',
  'crack-transverse',
  'te-split',
  'bond-open',
  'delamination',
  'web-damage',
  'laminate-open',
  'dry-fibre',
  'root-damage',
  'lightning-strike',
  'receptor-damage',
  'conductor-damage',
  'impact',
  'vg-damage',
  'serration-damage',
  'drain-blocked',
  'contamination',
  'oil',
  'repair-failing',
  'other',
]

const numbers = new Map(TYPES_BY_NUMBER.map((type, index) => [type, index + 1]))

/** Added types have numbers above this one, which avoids collisions with the list. */
const LISTED_MAX = 1000
/** A range without collisions for some hundred types, within 32 bits. */
const COMPUTED = 1_000_000_000

/**
 * The number of a finding type: its place in the list, else a hash of its id.
 *
 * @see http://www.isthe.com/chongo/tech/comp/fnv/ (FNV-1a of 32 bits)
 */
export function typeNumber(type: string): number {
  const listed = numbers.get(type)
  if (listed !== undefined) return listed
  let hash = 0x811c9dc5
  for (const letter of type) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return LISTED_MAX + 1 + ((hash >>> 0) % COMPUTED)
}
