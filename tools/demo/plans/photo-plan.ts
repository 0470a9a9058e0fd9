import { BLADES, type Blade, type PhotoCategory } from '#domain/photo.ts'
import { DRONE_SUBJECTS, OPERATOR_SUBJECTS } from '../blade-photo.ts'
import type { DemoTurbine } from '../demo-data.ts'
import { type Random, seededRandom } from '../drawing/random.ts'
import { BLADE_ROOMS } from '../drawing/rooms.ts'
import { ROBOT_SUBJECTS } from '../robot-photo.ts'
import { type Variation, vary } from '../variation.ts'
import { campaignIn, newestYear } from './campaign.ts'

/** A picture to draw once and to use, varied, for many photos. */
export interface Motif {
  camera: 'drone' | 'operator' | 'robot' | 'panorama'
  subject: string
  seed: number
  /** How many years before the newest state of its damages it is taken. */
  yearsBefore: number
}

/** How far a damage has come when it is photographed: 1 is the newest state. */
export function wearOf({ yearsBefore }: Pick<Motif, 'yearsBefore'>): number {
  return 1 - 0.17 * yearsBefore
}

/** The distance of a crawler from the root, in metres, as its photo shows it. */
export function crawlerMetres({ variation }: Pick<PlannedPhoto, 'variation'>): number {
  return Math.round(10 * (4 + variation.across * 30)) / 10
}

/** One photo of the demo, before it is drawn. */
export interface PlannedPhoto {
  motif: Motif
  turbine: string
  name: string
  category: PhotoCategory
  blade: Blade
  /** Blade photos have one, from 1; the others show no room. */
  room: number | undefined
  /** True for a place that every campaign photographs again. */
  isFollowed: boolean
  taken: Date
  /** The difference from other photos of the same motif. */
  variation: Variation
}

/** What is found where, from root to tip; rooms 1, 4, 7 lie at the root, 2, 5, 8 in the middle, 3, 6, 9 at the tip. */
const ZONES = [
  { surface: ['root-bolts', 'oil-close', 'marks-sound', 'crack-along', 'gelcoat-net'], room: ['root-box'] },
  {
    surface: ['crack-across', 'gelcoat-net', 'paint-lost', 'nose-first-pits', 'crack-along', 'nose-close'],
    room: ['mid-box', 'mid-nose'],
  },
  {
    surface: [
      'nose-close',
      'lightning-close',
      'drain-hole',
      'nose-tape-torn',
      'nose-first-pits',
      'paint-lost',
    ],
    room: ['tip-box'],
  },
] as const

/** What a photo shows (its subject), and its place on the turbine. */
type Find = Pick<PlannedPhoto, 'category' | 'blade' | 'room' | 'isFollowed'> &
  Pick<Motif, 'camera' | 'subject'>

/** A turbine without blade photos. */
const NOT_INSPECTED = 'T23'

/** The number of yearly campaigns. */
const CAMPAIGNS = 4

/** Damages that every campaign photographs again, so that they can be followed over the years. The zones are those of `ZONES`. */
const FOLLOWED = [
  { zone: 0, subject: 'crack-along' },
  { zone: 1, subject: 'crack-across' },
  { zone: 2, subject: 'nose-close' },
  { zone: 1, subject: 'paint-lost' },
] as const

/** Every photo of one turbine: one campaign a year, the latest is the largest. Every sixth turbine is inspected completely. */
export function planPhotos(turbine: DemoTurbine, index: number, now: Date): PlannedPhoto[] {
  const random = seededRandom(1000 + index)
  const queue = new SubjectQueue(random)
  if (turbine.code === NOT_INSPECTED) return asPhotos(turbine, newestYear(now), overviews(), 0, random, now)
  const isShowcase = index % 6 === 0
  const latest = isShowcase ? fullCampaign(turbine, queue) : latestCampaign(turbine, index, queue)
  const places = follow(turbine, index, isShowcase)
  const years = Array.from({ length: CAMPAIGNS }, (_, back) => newestYear(now) - back)
  return years.flatMap((year, back) => {
    const isShort = back === CAMPAIGNS - 1 && !isShowcase
    const finds = back > 0 ? (isShort ? [] : earlierCampaign(index + back, queue)) : latest
    // The same rooms a year before, so that the panoramas of two years can be compared.
    const panoramas = isShowcase && back === 1 ? latest.filter(({ camera }) => camera === 'panorama') : []
    return asPhotos(turbine, year, [...rotate(finds, index), ...panoramas, ...places], back, random, now)
  })
}

/** The places that are photographed every year: more of them where the turbine is inspected completely. */
function follow({ rooms }: DemoTurbine, index: number, isShowcase: boolean): Find[] {
  const begin = Math.floor(index / 2)
  return Array.from({ length: isShowcase ? 3 : 2 }, (_, order) => {
    const { zone, subject } = FOLLOWED[(begin + order * 2 + index) % FOLLOWED.length] ?? FOLLOWED[0]
    const side = (index + order) % Math.floor(rooms / 3)
    const place = { blade: bladeAt(index + order), room: 1 + zone + 3 * side }
    return { category: 'blade', camera: 'operator', subject, isFollowed: true, ...place }
  })
}

/** Photos from afar, which are no inspection of a blade. */
function overviews(): Find[] {
  return ['farm-near', 'farm-evening'].map((subject, order) => ({
    category: 'drone',
    camera: 'drone',
    subject,
    blade: bladeAt(order),
    room: undefined,
    isFollowed: false,
  }))
}

/** Each turbine's campaign ends with another camera, so that their newest photos differ. */
function rotate(finds: Find[], index: number): Find[] {
  const start = index % finds.length
  return [...finds.slice(start), ...finds.slice(0, start)]
}

/** Every room of every blade, the first three looked at closely and those of blade A as panoramas too; all cameras on all blades. */
function fullCampaign({ rooms }: DemoTurbine, queue: SubjectQueue): Find[] {
  return BLADES.flatMap((blade) => [
    ...Array.from({ length: rooms }, (_, index) => index + 1).flatMap((room) =>
      room > 3
        ? surface(blade, room, queue)
        : [
            ...surfaces(blade === 'A' ? 3 : 2, blade, room, queue),
            ...(blade === 'A' ? [panorama(blade, room, queue)] : []),
          ],
    ),
    ...[1, 2].map(() => fromOutside('drone', blade, queue)),
    fromOutside('operator', blade, queue),
    crawl(blade, queue),
  ])
}

function latestCampaign({ rooms }: DemoTurbine, index: number, queue: SubjectQueue): Find[] {
  const main = bladeAt(index)
  return [
    (index % 2 === 0 ? panorama : surface)(main, 1 + (index % rooms), queue),
    ...surfaces(2, bladeAt(index + 1), 1 + ((index + 1) % rooms), queue),
    ...surfaces(1, bladeAt(index + 2), 1 + ((index + 2) % rooms), queue),
    ...BLADES.map((blade) => fromOutside('drone', blade, queue)),
    fromOutside('operator', bladeAt(index + 1), queue),
    crawl(main, queue),
  ]
}

/** The places that are followed come in addition. */
function earlierCampaign(index: number, queue: SubjectQueue): Find[] {
  return [fromOutside(index % 2 === 0 ? 'operator' : 'drone', bladeAt(index), queue)]
}

function bladeAt(index: number): Blade {
  return BLADES[index % 3] ?? 'A'
}

function zoneOf(room: number) {
  return ZONES[(room - 1) % 3] ?? ZONES[0]
}

function panorama(blade: Blade, room: number, queue: SubjectQueue): Find {
  return {
    category: 'blade',
    camera: 'panorama',
    subject: queue.draw(zoneOf(room).room),
    blade,
    room,
    isFollowed: true,
  }
}

function surface(blade: Blade, room: number, queue: SubjectQueue): Find {
  return {
    category: 'blade',
    camera: 'operator',
    subject: queue.draw(zoneOf(room).surface),
    blade,
    room,
    isFollowed: false,
  }
}

function surfaces(count: number, blade: Blade, room: number, queue: SubjectQueue): Find[] {
  return Array.from({ length: count }, () => surface(blade, room, queue))
}

function fromOutside(camera: 'drone' | 'operator', blade: Blade, queue: SubjectQueue): Find {
  const subject = queue.draw(camera === 'drone' ? DRONE_SUBJECTS : OPERATOR_SUBJECTS)
  return { category: camera, camera, subject, blade, room: undefined, isFollowed: false }
}

function crawl(blade: Blade, queue: SubjectQueue): Find {
  return {
    category: 'robot',
    camera: 'robot',
    subject: queue.draw(ROBOT_SUBJECTS),
    blade,
    room: undefined,
    isFollowed: false,
  }
}

/** Returns the least used subject of a turbine, so that the same picture does not occur twice in a row. */
class SubjectQueue {
  readonly #random: Random
  readonly #dealt = new Map<string, number>()

  constructor(random: Random) {
    this.#random = random
  }

  draw(subjects: readonly string[]): string {
    const order = subjects.map((subject) => ({
      subject,
      weight: (this.#dealt.get(subject) ?? 0) + this.#random(),
    }))
    const { subject } = order.reduce((least, one) => (one.weight < least.weight ? one : least))
    this.#dealt.set(subject, (this.#dealt.get(subject) ?? 0) + 1)
    return subject
  }
}

/** Names the photos of a campaign and sets them a few minutes apart. */
function asPhotos(
  turbine: DemoTurbine,
  year: number,
  finds: Find[],
  yearsBack: number,
  random: Random,
  now: Date,
): PlannedPhoto[] {
  const begin = campaignIn(year, random, now)
  const counts = new Map<string, number>()
  return finds.map(({ category, camera, subject, blade, room, isFollowed }, order) => {
    const place = room === undefined ? CATEGORY_MARK[category] : `R${String(room).padStart(2, '0')}`
    const series = `${turbine.code}_${blade}_${place}_${year}`
    const number = (counts.get(series) ?? 0) + 1
    counts.set(series, number)
    return {
      motif: {
        camera,
        subject,
        seed: seedOf(camera, subject),
        yearsBefore: isFollowed && camera === 'operator' ? yearsBack : 0,
      },
      turbine: turbine.code,
      name: `${series}_${String(number).padStart(4, '0')}.jpg`,
      category,
      blade,
      room,
      isFollowed,
      taken: new Date(begin + (order + random()) * PHOTO_EVERY_MS),
      variation: vary(random, camera, subject),
    }
  })
}
const PHOTO_EVERY_MS = 7 * 60 * 1000

const CATEGORY_MARK: Record<PhotoCategory, string> = {
  blade: 'BLD',
  drone: 'DRN',
  operator: 'OPR',
  robot: 'ROB',
}

/** The motif's own seed: the same picture for every turbine. */
function seedOf(camera: Motif['camera'], subject: string): number {
  const all = {
    drone: DRONE_SUBJECTS,
    operator: OPERATOR_SUBJECTS,
    robot: ROBOT_SUBJECTS,
    panorama: Object.keys(BLADE_ROOMS),
  }
  return 1 + all[camera].indexOf(subject) + { drone: 0, operator: 20, robot: 40, panorama: 60 }[camera]
}
