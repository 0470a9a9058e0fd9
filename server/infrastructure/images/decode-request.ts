import * as z from 'zod'
import type { DerivativeWidth } from '#domain/limits.ts'
import { PhotoExif } from '#domain/photo.ts'
import { CLOUD_TYPES } from '#server/infrastructure/clouds/reading/cloud-source.ts'
import { RejectionCode, RejectionReason } from '#server/infrastructure/pictures/image-refused.ts'
import { IMAGE_TYPES } from '#server/infrastructure/pictures/image-types.ts'

/** An image to decode, with the paths of its derivatives. */
export interface DecodeRequest {
  path: string
  maxPixels: number
  /** Paths of new files, by the width of the derivative in pixels. A former attempt may have written some. */
  derivatives: Record<DerivativeWidth, string>
}

/** A PDF whose first page becomes a thumbnail. */
export interface PageRequest {
  path: string
  /** The path of a new file. A former attempt may have written it. */
  thumbnail: string
}

/** An image to cut into tiles. */
export interface TilesRequest {
  path: string
  /** The path of a new file. A former attempt may have written it. */
  archive: string
}

/** A point cloud to write into one file, as an octree. */
export interface CloudRequest {
  path: string
  /** The path of a new file. */
  archive: string
  /** The path of another one, for decoded points. */
  spool: string
  /** Minimum free disk space, in bytes. */
  keepFree: number
}

/** A report to draw as PDF. */
export interface ReportRequest {
  /** The address of the module that draws the report, which exports a `writeReport`. */
  writer: string
  /** The path of what it draws, as JSON. */
  description: string
  /** The path of a new file. */
  path: string
}

/** Draws a description into a new file, and reports its progress. */
export type ReportWriter = (
  description: unknown,
  path: string,
  mode: number,
  tell: (done: number) => void,
) => Promise<void>

/** A request to a worker. */
export type WorkerRequest =
  | ({ task: 'decode' } & DecodeRequest)
  | ({ task: 'render page' } & PageRequest)
  | ({ task: 'make tiles' } & TilesRequest)
  | ({ task: 'write report' } & ReportRequest)
  | ({ task: 'make cloud' } & CloudRequest)
  | { task: 'read cloud'; path: string }
  | { task: 'read metadata'; path: string }

/** A message from the server to a worker. */
export interface WorkerTask {
  request: WorkerRequest
  /** Maximum processor time, in milliseconds. */
  timeLimit: number
}

/** The mode of stored files: readable for the server's user and group. */
export const FILE_MODE = 0o640

/** JPEG quality of derivatives and tiles, from 1 to 100. */
export const JPEG_QUALITY = 82

/** WebP quality of derivatives, from 1 to 100. */
export const WEBP_QUALITY = 76

/** A pixel count of a sphere. */
const pixels = z.int().min(0).max(9_999_999).nullable()

/** The GPano fields (XMP) as in the file: they may contradict each other and the picture. */
export const Gpano = z.object({
  projection: z.string().nullable(),
  /** The size of the whole sphere. */
  full_width: pixels,
  full_height: pixels,
  /** The picture size when the fields were written. */
  width: pixels,
  height: pixels,
  /** The position of the picture on the sphere. */
  left: pixels,
  top: pixels,
  /** Degrees clockwise from north. */
  heading: z.number().min(0).max(360).nullable(),
  /** How the camera was held, see `SpherePose`. Data of former versions lack both. */
  pitch: z.number().min(-90).max(90).nullable().default(null),
  roll: z.number().min(-180).max(180).nullable().default(null),
})
export type Gpano = z.infer<typeof Gpano>

/** The metadata of an image. */
const ImageMetadata = z.object({
  exif: PhotoExif,
  /** Null without sphere data. */
  gpano: Gpano.nullable(),
  /** The turn of the stored pixels, by EXIF: 1 to 8, and 1 is upright. Formats turned while decoding have 1. */
  orientation: z.int().min(1).max(8),
  original_shown: z.boolean(),
})
export type ImageMetadata = z.infer<typeof ImageMetadata>

const DecodedImage = z.object({
  mediaType: z.enum(IMAGE_TYPES),
  /** The size of the original in pixels, after turning it upright. */
  width: z.int().positive(),
  height: z.int().positive(),
  ...ImageMetadata.shape,
})
/** The result of decoding an image. Its derivatives are written. */
export type DecodedImage = z.infer<typeof DecodedImage>

/** A completely read point cloud. */
const ReadCloud = z.object({ mediaType: z.enum(CLOUD_TYPES), points: z.int().positive() })
export type ReadCloud = z.infer<typeof ReadCloud>

/** The worker's memory after its answer, in bytes. */
const memory = z.int().positive()

/**
 * A message from a worker: progress of a report or a cloud, then its answer. The server validates it, because an image that exploits a
 * decoder bug can make the worker send anything.
 */
export const WorkerMessage = z.discriminatedUnion('type', [
  /** The number of drawn findings of a report, or the progress of a cloud archive. */
  z.object({ type: z.literal('progress'), done: z.number().min(0) }),
  z.object({ type: z.literal('decoded'), image: DecodedImage, memory }),
  z.object({ type: z.literal('no image'), memory }),
  z.object({ type: z.literal('rendered'), memory }),
  z.object({ type: z.literal('tiles made'), memory }),
  z.object({ type: z.literal('report written'), memory }),
  z.object({ type: z.literal('cloud read'), cloud: ReadCloud, memory }),
  z.object({ type: z.literal('no cloud'), memory }),
  z.object({ type: z.literal('cloud made'), memory }),
  z.object({ type: z.literal('metadata'), metadata: ImageMetadata, memory }),
  z.object({ type: z.literal('refused'), code: RejectionCode, reason: RejectionReason.optional(), memory }),
  /** The error of the file system for a file that cannot be read or written. */
  z.object({ type: z.literal('failed'), message: z.string(), code: z.string().optional(), memory }),
])
export type WorkerMessage = z.infer<typeof WorkerMessage>
export type WorkerAnswer = Exclude<WorkerMessage, { type: 'progress' }>
/** An answer that is not an error. */
export type WorkerResult = Exclude<WorkerAnswer, { type: 'refused' | 'failed' }>

/** The result types of each task. */
export const RESULTS = {
  decode: ['decoded', 'no image'],
  'render page': ['rendered'],
  'make tiles': ['tiles made'],
  'write report': ['report written'],
  'make cloud': ['cloud made'],
  'read cloud': ['cloud read', 'no cloud'],
  'read metadata': ['metadata'],
} as const satisfies Record<WorkerRequest['task'], readonly WorkerResult['type'][]>

/** The result of a request. */
export type ResultOf<Request extends WorkerRequest> = Extract<
  WorkerResult,
  { type: (typeof RESULTS)[Request['task']][number] }
>
