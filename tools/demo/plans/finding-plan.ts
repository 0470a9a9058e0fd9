import type { FindingStatus } from '#domain/findings/finding.ts'
import { sideOfRoom } from '#domain/findings/finding-rules.ts'
import type { FindingSide, Severity } from '#domain/findings/finding-type.ts'
import type { Blade } from '#domain/photo.ts'
import { DEFAULT_TIME_ZONE, dayIn, laterDay, yearIn } from '#domain/time/today.ts'
import { type Damage, damagesIn, ZONES, type Zone } from '../damages.ts'
import type { DemoTurbine } from '../demo-data.ts'
import { between, type Random, seededRandom } from '../drawing/random.ts'
import { BLADE_ROOMS, type RoomName } from '../drawing/rooms.ts'
import { planInspection } from './inspection-plan.ts'
import { crawlerMetres, type PlannedPhoto, wearOf } from './photo-plan.ts'

/** A finding of the demo. Its mark and its measures come from the drawn photo. */
export interface PlannedFinding extends Omit<Damage, 'severity' | 'side'> {
  /** The same for the findings of a place that several campaigns photograph. */
  place: string
  year: number
  blade: Blade
  side: FindingSide
  room: string | null
  /** Null if it is not graded. */
  severity: Severity | null
  status: FindingStatus
  from_m: number
  to_m: number
  positions_m: number[]
  own_due_on: string | null
  due_reason: string
  /** The photo with its mark. */
  photo: PlannedPhoto
  /** The names of all photos that show it. */
  photos: string[]
}

/** The parts of the blade that a zone takes. */
const SPANS = { Kök: [0.04, 0.28], Orta: [0.36, 0.62], Uç: [0.7, 0.93] } as const

/** What is lettered on the blade in the picture, in metres from the root. */
const LETTERED: Record<string, number> = { 'crack-along': 14.2 }

/** The worst severity that a turbine still has; worse findings of the newest campaign are repaired already. In turn. */
const WORST: readonly Severity[] = [4, 2, 3, 1, 4, 3, 2]
/** A turbine that stands still because of a finding. */
const STOPPED = 'T10'

/** The share of findings that are not graded, and of urgent ones with a due date of their own. */
const UNGRADED_SHARE = 0.08
const OWN_DUE_SHARE = 0.3

/** Due dates set by hand: days after the finding, and why. */
const OWN_DUE = [
  { days: 40, reason: 'İp erişimi ekibi bu tarihte sahada.' },
  { days: 150, reason: 'Sigorta eksperinin ziyaretinden sonra onarılacak.' },
  { days: 240, reason: 'Yedek parça siparişi bekleniyor.' },
] as const

/** The findings of a turbine, the earliest first: one for each place and type of damage that a campaign has photographed. */
export function planFindings(
  turbine: DemoTurbine,
  index: number,
  photos: readonly PlannedPhoto[],
): PlannedFinding[] {
  const groups = Map.groupBy(
    photos.flatMap((photo) => damagesIn(photo.motif).map((damage) => ({ photo, damage }))),
    ({ photo, damage }) => `${yearIn(DEFAULT_TIME_ZONE, photo.taken)} ${placeOf(photo, damage)}`,
  )
  const newest = Math.max(...photos.map(({ taken }) => yearIn(DEFAULT_TIME_ZONE, taken)))
  const findings = [...groups.values()]
    .flatMap((shown) => findingOf(turbine, shown))
    .sort((a, b) => a.year - b.year || a.photo.taken.getTime() - b.photo.taken.getTime())
  return judge(findings, newest, turbine, index)
}

type Shown = { photo: PlannedPhoto; damage: Damage }

function placeOf({ blade, room, motif }: PlannedPhoto, { type, zone }: Damage): string {
  const where = room === undefined ? `${zone} ${motif.camera}` : `${room} ${motif.camera}`
  return `${blade} ${where} ${motif.subject} ${type}`
}

function findingOf(turbine: DemoTurbine, shown: Shown[]): PlannedFinding[] {
  const [first] = shown.toSorted((a, b) => Number(b.photo.isFollowed) - Number(a.photo.isFollowed))
  if (!first) return []
  const { photo, damage } = first
  const { side: ownSide, severity, ...words } = damage
  const room = photo.room === undefined ? null : String(photo.room)
  const place = placeOf(photo, damage)
  const zone = photo.room === undefined ? damage.zone : (ZONES[(photo.room - 1) % 3] ?? damage.zone)
  const random = seededRandom(seedOf(`${turbine.code} ${place}`))
  const side = ownSide ?? (room === null ? 'PS' : (sideOfRoom(room) ?? 'TE'))
  return [
    {
      ...words,
      place,
      zone,
      side,
      room,
      blade: photo.blade,
      year: yearIn(DEFAULT_TIME_ZONE, photo.taken),
      severity: earlierSeverity(severity, photo.motif.yearsBefore),
      status: 'open',
      ...alongBlade(turbine, photo, damage, zone, random),
      own_due_on: null,
      due_reason: '',
      photo,
      photos: shown.map((each) => each.photo.name),
    },
  ]
}

/** A damage gets worse by one severity every second year. */
function earlierSeverity(newest: Severity, yearsBefore: number): Severity {
  return Math.max(1, newest - Math.ceil(yearsBefore / 2)) as Severity
}

function alongBlade(
  { blade_length }: DemoTurbine,
  photo: PlannedPhoto,
  { type }: Damage,
  zone: Zone,
  random: Random,
): Pick<PlannedFinding, 'from_m' | 'to_m' | 'positions_m'> {
  const [begin, end] = SPANS[zone]
  const drawn = round(between(random, begin, end) * blade_length)
  const from_m = Math.min(blade_length, metresInPicture(photo) ?? drawn)
  if (type === 'le-erosion') {
    const to_m = round(Math.min(blade_length, from_m + 0.6 + 2 * wearOf(photo.motif)))
    return { from_m, to_m, positions_m: [] }
  }
  if (type !== 'pitting') return { from_m, to_m: from_m, positions_m: [] }
  const positions_m = [0, 0.7, 1.8].map((step) => round(from_m + step)).filter((at) => at <= blade_length)
  return { from_m, to_m: positions_m.at(-1) ?? from_m, positions_m }
}

/** The distance from the root that one can read in the picture. */
function metresInPicture(photo: PlannedPhoto): number | undefined {
  const { camera, subject } = photo.motif
  if (camera === 'robot') return crawlerMetres(photo)
  if (camera === 'operator') return LETTERED[subject]
  if (camera === 'drone') return undefined
  const { room, finish } = BLADE_ROOMS[subject as RoomName]
  return round(room.station + finish.damageAt)
}

/** Decides what has been done since: statuses, due dates, what is not graded. */
function judge(
  findings: PlannedFinding[],
  newest: number,
  { code }: DemoTurbine,
  index: number,
): PlannedFinding[] {
  const worst = code === STOPPED ? 5 : (WORST[index % WORST.length] ?? 3)
  // What is published is graded.
  const isWorkedOn = planInspection(index, true).state !== 'published'
  const stopping = code === STOPPED ? findings.findLast(({ photo }) => photo.isFollowed) : undefined
  return findings.map((finding): PlannedFinding => {
    const random = seededRandom(seedOf(`${code} ${finding.year} ${finding.place}`))
    const severity = finding === stopping ? 5 : finding.severity
    if (finding.year < newest) return { ...finding, status: earlierStatus(finding, random) }
    if ((severity ?? 1) > worst) return { ...finding, status: 'repaired' }
    if (!finding.photo.isFollowed && random() < UNGRADED_SHARE && isWorkedOn)
      return { ...finding, severity: null }
    const status = (severity ?? 1) > 2 ? 'open' : 'monitored'
    return { ...finding, severity, status, ...ownDue(finding, severity, random) }
  })
}

/** What a later campaign photographs again is still watched; the rest is done. */
function earlierStatus({ photo, severity }: PlannedFinding, random: Random): FindingStatus {
  if (photo.isFollowed) return 'monitored'
  return (severity ?? 1) > 1 && random() < 0.8 ? 'repaired' : 'closed'
}

function ownDue({ photo }: PlannedFinding, severity: Severity | null, random: Random) {
  if ((severity ?? 1) < 3 || severity === 5 || random() > OWN_DUE_SHARE) return {}
  const { days, reason } = OWN_DUE[Math.floor(random() * OWN_DUE.length)] ?? OWN_DUE[0]
  const own_due_on = laterDay(dayIn(DEFAULT_TIME_ZONE, photo.taken), days)
  return { own_due_on, due_reason: reason }
}

function seedOf(text: string): number {
  return [...text].reduce((seed, letter) => (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) | 0, 7)
}

function round(metres: number): number {
  return Math.round(metres * 10) / 10
}
