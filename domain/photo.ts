import * as z from 'zod'
import { mayBeNamed } from '#domain/file-types.ts'
import { line } from '#domain/text/text.ts'
import { YearText } from '#domain/time/year.ts'
import { Id, unlessEmpty } from './fields.ts'

export const BLADES = ['A', 'B', 'C'] as const
export const Blade = z.enum(BLADES)
export type Blade = z.infer<typeof Blade>

export const PhotoCategory = z.enum(['blade', 'drone', 'operator', 'robot'])
export type PhotoCategory = z.infer<typeof PhotoCategory>

/** A photo as the API answers it. Sizes are bytes, `width` and `height` pixels after the EXIF turn, null for a point cloud. */
export const Photo = z.object({
  /** Immutable; identifies the photo in addresses, while `key` names its file in the store. */
  id: z.int().positive(),
  key: z.string(),
  file_path: z.string(),
  url: z.string(),
  thumb_url: z.string().nullable(),
  originalName: z.string(),
  room: z.string().nullable(),
  blade: Blade.nullable(),
  category: PhotoCategory,
  year: z.int(),
  month: z.int().min(1).max(12),
  size: z.int().min(0),
  /** The SHA-256 of the file, in hexadecimal digits. */
  sha256: z.string(),
  width: z.int().positive().nullable(),
  height: z.int().positive().nullable(),
  /** True for a panorama: a full or partial sphere, shown in 360°. */
  is_sphere: z.boolean(),
  /**
   * True if every supported browser shows the file itself with the pixels of its derivatives: a decodable JPEG or PNG, turned alike. False
   * for a file shown by derivatives and tiles, and for a point cloud.
   */
  original_shown: z.boolean(),
  /** When the team inspected it; null if not, and for readers of published data. */
  looked_at: z.iso.datetime().nullable(),
  upload_date: z.iso.datetime(),
  lastModified: z.iso.datetime(),
  uploaded_by: z.string(),
  uploader_name: z.string(),
  uploader_email: z.string(),
})
export type Photo = z.infer<typeof Photo>

/** The camera data of a photo (EXIF and XMP). Missing fields are null. Data of former versions lack the fields with a default. */
export const PhotoExif = z.object({
  /** The camera clock's time, without a time zone: `2026-09-12T14:03:05`. */
  taken_at: z.iso.datetime({ local: true }).nullable(),
  /** The make and the model. */
  camera: z.string().nullable(),
  lens: z.string().nullable().default(null),
  /** Millimetres. */
  focal_length: z.number().positive().nullable().default(null),
  /** The 35 mm equivalent focal length, in millimetres. */
  focal_length_35mm: z.number().positive().nullable().default(null),
  /** WGS 84, in decimal degrees; the altitude in metres above sea level. */
  gps: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      altitude: z.number().nullable(),
    })
    .nullable(),
  /**
   * The direction of a drone's camera, in degrees: the pitch from the horizon, −90 is straight down; the yaw clockwise from north; the roll
   * clockwise.
   */
  gimbal: z
    .object({
      pitch: z.number().min(-180).max(180).nullable(),
      yaw: z.number().min(0).lt(360).nullable(),
      roll: z.number().min(-180).max(180).nullable(),
    })
    .nullable()
    .default(null),
  /** The heading of a drone, in degrees clockwise from north. */
  flight_yaw: z.number().min(0).lt(360).nullable().default(null),
  /** The height of a drone above take-off, in metres. */
  relative_altitude: z.number().nullable().default(null),
  /**
   * For a TIFF with measurements, such as temperatures: the black and the white value, in the unit of the file. Values in between are grey.
   * Places without a measurement are black. Null if all values are equal.
   */
  shown_range: z.object({ black: z.number(), white: z.number() }).nullable().default(null),
  /** True for contradictory EXIF data, which were ignored. */
  is_contradictory: z.boolean().default(false),
})
export type PhotoExif = z.infer<typeof PhotoExif>

/** The defaults of a photo without metadata. */
export const NO_EXIF = PhotoExif.parse({ taken_at: null, camera: null, gps: null })

/** The body of `PUT /turbines/{id}/photos/{photoId}/look`, and its answer. A photo with a finding counts as inspected. */
export const PhotoLook = z.strictObject({ looked: z.boolean() })
export type PhotoLook = z.infer<typeof PhotoLook>

/** The path of one photo of a turbine. */
export const PhotoParam = z.object({ id: Id, photoId: Id })

/** The name of a room, often a number. */
export const Room = line(40).min(1)

/** The text fields beside the files of `POST /turbines/{id}/photos`, as multipart brings them. */
export const PhotoFields = z
  .strictObject({
    room: unlessEmpty(Room.optional()),
    year: unlessEmpty(YearText.optional()),
    blade: unlessEmpty(Blade.optional()),
    category: unlessEmpty(PhotoCategory.default('blade')),
  })
  .refine((fields) => !roomIsMissing(fields), { path: ['room'], error: 'room_required' })
export type PhotoFields = z.infer<typeof PhotoFields>

/** A photo of a blade is in a room. */
export function roomIsMissing({
  category,
  room,
}: {
  category: PhotoCategory
  room?: string | null | undefined
}): boolean {
  return category === 'blade' && (room ?? null) === null
}

/** The query of `GET /turbines/{id}/photos`. An empty value is no filter. */
export const PhotoFilter = z.object({
  room: unlessEmpty(Room.optional()),
  year: unlessEmpty(YearText.optional()),
  category: unlessEmpty(PhotoCategory.optional()),
  view: unlessEmpty(z.literal('all').optional()),
})
export type PhotoFilter = z.infer<typeof PhotoFilter>

/**
 * The blade in a photo's key or name (`bladeB_x.jpg`, `T05-Blade-C-012.jpg`). Undefined without one (`bladeDrone.jpg`) or with several.
 * Migration 0037 has the same rule for older photos.
 */
export function bladeNamedIn(key: string): Blade | undefined {
  const named = new Set(
    [...key.matchAll(/blade[ _.-]?([abc])(?![a-z])/gi)].map(([, letter]) => letter?.toUpperCase()),
  )
  const blades = BLADES.filter((blade) => named.has(blade))
  return blades.length === 1 ? blades[0] : undefined
}

/** The extensions of point clouds, in lower case. */
export const CLOUD_EXTENSIONS = ['pcd', 'las', 'laz'] as const

/** True for uploadable photo files: images and point clouds. Most browsers do not know the type of a HEIC. */
export function isPhotoFile(file: { name: string; type: string }): boolean {
  return file.type.startsWith('image/') || isHeic(file.name) || isPointCloud(file.name)
}

function isHeic(name: string): boolean {
  return name.includes('.') && mayBeNamed(name, 'image/heic')
}

export function isPointCloud(name: string): boolean {
  return cloudKind(name) !== undefined
}

/** The point cloud type of the extension, as people write it, or undefined. */
export function cloudKind(name: string): string | undefined {
  const extension = CLOUD_EXTENSIONS.find((known) => name.toLowerCase().endsWith(`.${known}`))
  return extension?.toUpperCase()
}

const ROOM_LABELS = [
  'Root-WW',
  'Mid-WW',
  'Tip-WW',
  'Root-SW',
  'Mid-SW',
  'Tip-SW',
  'Root-LW',
  'Mid-LW',
  'Tip-LW',
]

/**
 * The label of rooms 1 to 9 (root, mid, tip of the windward, sideward and leeward side). Undefined for other rooms, whose names depend on
 * the language.
 */
export function roomLabel(room: string | number): string | undefined {
  return /^\d+$/.test(String(room)) ? ROOM_LABELS[Number(room) - 1] : undefined
}

/** The number of the room with this label, or undefined. */
export function roomWithLabel(label: string): string | undefined {
  const index = ROOM_LABELS.indexOf(label)
  return index === -1 ? undefined : String(index + 1)
}
