import { type Blade, bladeNamedIn, type PhotoCategory, roomWithLabel } from '#domain/photo.ts'
import { foldForSearch } from '#domain/text/turkish.ts'

/** The place of photos according to folder names. Missing facts are undefined. */
export interface FolderPlace {
  /** Never `blade`, which a blade or a room says. */
  category: Exclude<PhotoCategory, 'blade'> | undefined
  blade: Blade | undefined
  room: string | undefined
  /** How many of the folders contribute, including those in between. Inner ones beyond them do not; 0 if none does. */
  depth: number
}

/** A fact in a folder name. A number is the whole name, and a room only if the blade is known. */
type Fact = readonly [kind: 'category' | 'blade' | 'part' | 'side' | 'room' | 'number', value: string]

const PARTS = { Root: 'root|kok', Mid: 'mid|middle|orta', Tip: 'tip|uc' }
const SIDES = {
  WW: 'ww|windward|ruzgar ?ustu',
  SW: 'sw|side|sideward|yan',
  LW: 'lw|leeward|ruzgar ?alti',
}
const CATEGORIES = {
  drone: 'drones?|dron|iha|uav',
  operator: 'operators?|operatorler',
  robot: 'robots?|robotlar',
}
const BLADE = 'blade|kanat|kanadi'
const ROOM = 'room|oda|odasi'
/** Words beside the name of a place. */
const OTHERS =
  'blades|kanatlar|kanatlari|photos?|pictures?|images?|foto|fotolar|fotograf|fotograflar|fotograflari|resimler|gorseller|cekim|cekimler|cekimleri|dcim|(?:19|20)\\d\\d'

const factsOf = (kind: Fact[0], words: Record<string, string>) =>
  Object.entries(words).map(([value, forms]) => pattern(forms, () => [[kind, value]]))

/** Place names as people write them, after `foldForSearch`. The first prefix of a name counts. */
const PATTERNS = [
  pattern(OTHERS, () => []),
  pattern(`(?:${BLADE}) ?([abc])`, (letter) => [['blade', letter.toUpperCase()]]),
  pattern(`([abc])(?: ?(?:${BLADE}))?`, (letter) => [['blade', letter.toUpperCase()]]),
  pattern(BLADE, () => []),
  pattern(`(?:${ROOM}) ?0*(\\d+)`, (number) => [['room', number]]),
  pattern(`0*(\\d+) ?(?:${ROOM})`, (number) => [['room', number]]),
  // A day, a copy, the number of a blade.
  pattern('\\d+', () => []),
  ...Object.entries(PARTS).flatMap(([part, parts]) =>
    Object.entries(SIDES).map(([side, sides]) =>
      pattern(`(?:${parts}) ?(?:${sides})`, () => [
        ['part', part],
        ['side', side],
      ]),
    ),
  ),
  ...factsOf('part', PARTS),
  ...factsOf('side', SIDES),
  ...factsOf('category', CATEGORIES),
]

function pattern(source: string, facts: (captured: string) => Fact[]) {
  return { form: new RegExp(`^(?:${source})(?: |$)`), facts }
}

/**
 * The place according to folder names: `A/Tip-WW`, `Kanat B/Oda 3`, `Drone/A Kanadı`. Contradictory names count as nothing.
 *
 * @param folders from the outermost one
 * @param rooms the existing rooms: no other is found
 * @param hasBlade true if the blade is known without the folders
 */
export function placeNamedBy(
  folders: readonly string[],
  rooms: readonly string[],
  hasBlade: boolean,
): FolderPlace {
  const perFolder = folders.map((folder) => factsIn(folder, rooms))
  const valuesOf = (kind: Fact[0]) => [
    ...new Set(perFolder.flat().flatMap(([one, value]) => (one === kind ? value : []))),
  ]
  const [category, blade, part, side] = (['category', 'blade', 'part', 'side'] as const).map(valuesOf)
  const labelled = roomWithLabel(`${part?.[0]}-${side?.[0]}`)
  const named = [...new Set([...valuesOf('room'), ...(labelled === undefined ? [] : [labelled])])]
  const isNumbered = named.length === 0 && category?.length === 0 && (hasBlade || blade?.length === 1)
  const room = isNumbered ? valuesOf('number') : named
  const depth =
    perFolder.findLastIndex((facts) => facts.some(([kind]) => isNumbered || kind !== 'number')) + 1
  const isClear = [category, blade, part, side, room].every((values) => (values?.length ?? 0) <= 1)
  const isThere = room.every((one) => rooms.includes(one))
  if (!isClear || !isThere) return { category: undefined, blade: undefined, room: undefined, depth }
  return {
    category: category?.[0] as FolderPlace['category'],
    blade: blade?.[0] as Blade | undefined,
    room: room[0],
    depth,
  }
}

/** The facts of one folder name: none if a word is unknown, except a clearly named blade. */
function factsIn(folder: string, rooms: readonly string[]): Fact[] {
  const folded = foldForSearch(folder)
  const named = rooms.find((room) => foldForSearch(room) === folded && !/^\d+$/.test(room))
  if (named !== undefined) return [['room', named]]
  const facts: Fact[] = []
  let rest = folded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const number = /^0*(\d+)$/.exec(rest)?.[1]
  // Cameras number their folders: 100 is no room.
  if (number !== undefined) return rooms.includes(number) ? [['number', number]] : []
  while (rest !== '') {
    const known = PATTERNS.find(({ form }) => form.test(rest))
    if (!known) {
      const blade = bladeNamedIn(folded)
      return blade === undefined ? [] : [['blade', blade]]
    }
    const [matched = '', captured = ''] = known.form.exec(rest) ?? []
    facts.push(...known.facts(captured))
    rest = rest.slice(matched.length)
  }
  return facts
}
