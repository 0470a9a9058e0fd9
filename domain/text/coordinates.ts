import { foldForSearch } from './turkish.ts'

/** A latitude or a longitude as a person writes it. */
export interface Angle {
  /** Decimal degrees with a point, negative in the south and west. Decimals as written, or six for minutes and seconds. */
  degrees: string
  /** Undefined without a direction letter. */
  axis: 'latitude' | 'longitude' | undefined
}

/** A place on the earth (WGS 84), possibly out of range: see `isOnEarth`. */
export interface Place {
  latitude: string
  longitude: string
  /** True if letters identify the latitude. */
  isNamed: boolean
}

/** Longest text that is read, in characters. */
export const COORDINATES_MAX_LENGTH = 100

/** The letters of the directions in English and in Turkish (Kuzey, Güney, Doğu, Batı), and their signs. */
const DIRECTIONS: Record<string, { axis: 'latitude' | 'longitude'; sign: '' | '-' }> = {
  n: { axis: 'latitude', sign: '' },
  k: { axis: 'latitude', sign: '' },
  s: { axis: 'latitude', sign: '-' },
  g: { axis: 'latitude', sign: '-' },
  e: { axis: 'longitude', sign: '' },
  d: { axis: 'longitude', sign: '' },
  w: { axis: 'longitude', sign: '-' },
  b: { axis: 'longitude', sign: '-' },
}
const WORDS: [RegExp, string][] = [
  [/north|kuzey/g, 'n'],
  [/south|guney/g, 's'],
  [/east|dogu/g, 'e'],
  [/west|bati/g, 'w'],
  [/[−–]/g, '-'],
  [/[º˚]/g, '°'],
  [/[′’‘´`]/g, "'"],
  [/[″”“]|''/g, '"'],
  [/\s+/g, ' '],
]

const LETTER = '[nksgedwb]'

/** Degrees, optionally with minutes and seconds. @param decimal the decimal separators */
function valueWith(decimal: string, isOptional = true): string {
  const decimals = `(?:${decimal}\\d+)${isOptional ? '?' : ''}`
  const part = `\\d{1,2}${decimals}`
  return `[+-]? ?\\d{1,3}${decimals}(?: ?°(?: ?${part} ?'(?: ?${part} ?")?)?)?`
}

function angleWith(decimal: string, isOptional = true): string {
  const value = valueWith(decimal, isOptional)
  return `(${LETTER} ?${value}|${value} ?${LETTER}?)`
}

const ANY = '[.,]'
/**
 * The formats of two angles, the clearest separator first: a comma alone separates only numbers without decimal commas, or with one each.
 */
const PAIRS = [
  `${angleWith(ANY)} ?[;/|] ?${angleWith(ANY)}`,
  `${angleWith(ANY)} ?, ${angleWith(ANY)}`,
  `${angleWith(ANY)} ${angleWith(ANY)}`,
  `(${valueWith(ANY)} ?${LETTER}) ?,? ?(${valueWith(ANY)} ?${LETTER})`,
  `(${LETTER} ?${valueWith(ANY)}) ?,? ?(${LETTER} ?${valueWith(ANY)})`,
  `${angleWith('\\.')},${angleWith('\\.')}`,
  `${angleWith(',', false)},${angleWith(',', false)}`,
].map((pattern) => new RegExp(`^${pattern}$`))

const ANGLE = new RegExp(
  `^(${LETTER})? ?([+-])? ?(\\d{1,3})(?:[.,](\\d+))?(?: ?°(?: ?(\\d{1,2}(?:[.,]\\d+)?) ?'(?: ?(\\d{1,2}(?:[.,]\\d+)?) ?")?)?)? ?(${LETTER})?$`,
)

/**
 * Parses a latitude and a longitude in one text: `38.42,27.14`, `+38.42, +27.14`, `38,42; 27,14`, `38.42° N 27.14° E`, `38° 25.2' K, 27°
 * 8.4' D`, `38°25'12"N 27°8'24"E`. Letters may change the order.
 *
 * @returns undefined if the text is not two angles
 */
export function readPlace(text: string): Place | undefined {
  const written = simplify(text)
  const [, ...texts] = PAIRS.map((pattern) => pattern.exec(written)).find(Boolean) ?? []
  const [first, second] = texts.map(angleOf)
  if (!first || !second) return undefined
  return placeOf(first, second)
}

/** The place of two angles, latitude first unless letters say otherwise; undefined if both are the same kind. */
export function placeOf(first: Angle, second: Angle): Place | undefined {
  if (first.axis !== undefined && first.axis === second.axis) return undefined
  const isNamed = first.axis !== undefined || second.axis !== undefined
  const isReversed = first.axis === 'longitude' || second.axis === 'latitude'
  const [latitude, longitude] = isReversed ? [second, first] : [first, second]
  return { latitude: latitude.degrees, longitude: longitude.degrees, isNamed }
}

/** Parses one latitude or longitude, or returns undefined. */
export function readAngle(text: string): Angle | undefined {
  return angleOf(simplify(text))
}

export function isOnEarth({ latitude, longitude }: Place): boolean {
  return Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180
}

/** A rectangle around Turkey and its seas, in degrees. */
const TURKEY = { latitude: [35, 43], longitude: [25, 46] } as const

/**
 * True if the longitude probably comes first: the place is outside Turkey, and swapped inside; or only swapped it is on the earth. Letters
 * leave no doubt.
 */
export function looksSwapped(place: Place): boolean {
  if (place.isNamed) return false
  const swapped = swapAxes(place)
  return isOnEarth(place) ? !isInTurkey(place) && isInTurkey(swapped) : isOnEarth(swapped)
}

export function swapAxes(place: Place): Place {
  return { ...place, latitude: place.longitude, longitude: place.latitude }
}

function isInTurkey({ latitude, longitude }: Place): boolean {
  return isWithin(Number(latitude), TURKEY.latitude) && isWithin(Number(longitude), TURKEY.longitude)
}

function isWithin(value: number, [least, greatest]: readonly [number, number]): boolean {
  return value >= least && value <= greatest
}

/** The text with normalized blanks, marks and directions; empty if too long. */
function simplify(text: string): string {
  if (text.length > COORDINATES_MAX_LENGTH) return ''
  return WORDS.reduce((written, [pattern, short]) => written.replace(pattern, short), foldForSearch(text))
}

function angleOf(written: string): Angle | undefined {
  const [, before, sign = '', whole = '', decimals, minutes, seconds, after] = ANGLE.exec(written) ?? []
  if (whole === '' || (before && after)) return undefined
  const direction = DIRECTIONS[before ?? after ?? '']
  if (direction && sign === '-') return undefined
  const size = sizeOf(whole, decimals, minutes, seconds)
  if (size === undefined) return undefined
  return { degrees: (direction?.sign ?? sign).replace('+', '') + size, axis: direction?.axis }
}

/** Six decimals of a degree are a tenth of a metre. */
const STEPS_PER_DEGREE = 1_000_000

function sizeOf(whole: string, decimals?: string, minutes?: string, seconds?: string): string | undefined {
  const degrees = whole.replace(/^0+(?=\d)/, '')
  if (minutes === undefined) return decimals === undefined ? degrees : `${degrees}.${decimals}`
  const [minute, second] = [minutes, seconds ?? '0'].map((part) => Number(part.replace(',', '.')))
  const isClear = decimals === undefined && (seconds === undefined || /^\d+$/.test(minutes))
  if (minute === undefined || second === undefined || !isClear || minute >= 60 || second >= 60)
    return undefined
  const value = Number(degrees) + minute / 60 + second / 3600
  return String(Math.round(value * STEPS_PER_DEGREE) / STEPS_PER_DEGREE)
}
