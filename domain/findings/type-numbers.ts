/**
 * The number of each type of finding, by which programs know it in files for training (COCO): models are trained on these numbers, so they
 * never change. The place in this list is the number, counted from 1. The list is closed: a type that is taken out of
 * `content/findings/types.json` stays here, and one that an editor adds there has its number from its id.
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

/** The numbers of types that an editor has added are above this one, so none can be that of a type of the list. */
const LISTED_MAX = 1000
/** So many numbers that no two of some hundred types get the same one, and that each fits into 32 bits. */
const COMPUTED = 1_000_000_000

/**
 * The number of a type of finding: its place in the list, else one that is computed from the letters of its id.
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
