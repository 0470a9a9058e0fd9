import { CLOUD_NODE_BYTES } from '#domain/pictures/point-cloud.ts'
import type { CloudMiddle } from './degrees.ts'

/** The signature of an archive. Another layout, or another way of reading clouds, changes it, and archives are made again. */
export const CLOUD_ARCHIVE_VERSION = 2
const SIGNATURE = Buffer.from(`KANATPC${CLOUD_ARCHIVE_VERSION}`)

/** The bytes before the node table. */
export const CLOUD_HEAD_BYTES = 256

/** The header of an archive. The node table follows, then the points of each node. */
export interface CloudHead {
  nodes: number
  /** The number of points in all nodes. */
  points: number
  filePoints: number
  hasColours: boolean
  origin: [number, number, number]
  min: [number, number, number]
  max: [number, number, number]
  cell: number
  heights: [number, number]
  intensities: [number, number] | null
  /** The centre of a cloud in degrees: its points are metres east and north of it. */
  middle: CloudMiddle | null
}

/** The order of the header's numbers, after the signature. */
const NUMBERS = ['nodes', 'points', 'filePoints', 'hasColours', 'hasIntensities'] as const

export function encodeHead(head: CloudHead): Buffer {
  const bytes = Buffer.alloc(CLOUD_HEAD_BYTES)
  SIGNATURE.copy(bytes)
  const numbers = [
    head.nodes,
    head.points,
    head.filePoints,
    Number(head.hasColours),
    Number(head.intensities !== null),
    ...head.origin,
    ...head.min,
    ...head.max,
    head.cell,
    ...head.heights,
    ...(head.intensities ?? [0, 0]),
    // No cloud in degrees has its centre at zero.
    head.middle?.longitude ?? 0,
    head.middle?.latitude ?? 0,
  ]
  for (const [index, number] of numbers.entries()) bytes.writeDoubleLE(number, SIGNATURE.length + index * 8)
  return bytes
}

/** @returns undefined without a header of this version */
export function decodeHead(bytes: Buffer): CloudHead | undefined {
  if (bytes.length < CLOUD_HEAD_BYTES || SIGNATURE.compare(bytes, 0, SIGNATURE.length) !== 0) return undefined
  const number = (index: number) => bytes.readDoubleLE(SIGNATURE.length + index * 8)
  const triple = (index: number): [number, number, number] => [
    number(index),
    number(index + 1),
    number(index + 2),
  ]
  const pair = (index: number): [number, number] => [number(index), number(index + 1)]
  const first = NUMBERS.length
  const [nodes, points] = [number(0), number(1)]
  const [longitude, latitude] = pair(first + 14)
  if (!Number.isSafeInteger(nodes) || nodes < 1 || !Number.isSafeInteger(points) || points < 1)
    return undefined
  return {
    nodes,
    points,
    filePoints: number(2),
    hasColours: number(3) === 1,
    origin: triple(first),
    min: triple(first + 3),
    max: triple(first + 6),
    cell: number(first + 9),
    heights: pair(first + 10),
    intensities: number(4) === 1 ? pair(first + 12) : null,
    middle: longitude === 0 && latitude === 0 ? null : { longitude, latitude },
  }
}

/** The position of a node's entry in an archive, in bytes. */
export function entryStart(node: number): number {
  return CLOUD_HEAD_BYTES + node * CLOUD_NODE_BYTES
}

/** Maximum points of a node: the server sends one at once. */
export const CLOUD_NODE_POINTS_MAX = 262_144
