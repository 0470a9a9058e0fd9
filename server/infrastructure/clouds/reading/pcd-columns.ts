import { CloudRefused } from './cloud-refused.ts'
import { newBatch, type PointBatch } from './cloud-source.ts'
import type { PcdField, PcdHeader } from './pcd-header.ts'

/** The fields that are read. */
export interface PcdColumns {
  x: PcdField
  y: PcdField
  z: PcdField
  /** Red, green and blue in four bytes, as an integer or as the bits of a float. */
  colour: PcdField | undefined
  intensity: PcdField | undefined
}

/** @throws CloudRefused if a coordinate is missing or has no readable type */
export function findColumns({ fields }: PcdHeader): PcdColumns {
  const find = (...names: string[]) => fields.find(({ name }) => names.includes(name))
  const [x, y, z] = [find('x'), find('y'), find('z')]
  if (!x || !y || !z || ![x, y, z].every(isReadable)) throw new CloudRefused('cloud_without_positions')
  const [colour, intensity] = [find('rgb', 'rgba'), find('intensity')]
  return {
    x,
    y,
    z,
    colour: colour?.size === 4 ? colour : undefined,
    intensity: intensity && isReadable(intensity) ? intensity : undefined,
  }
}

/** There are floats of 4 and 8 bytes only. */
function isReadable({ type, size }: PcdField): boolean {
  return type !== 'F' || size >= 4
}

export function newPcdBatch({ colour, intensity }: PcdColumns): PointBatch {
  return newBatch({ colours: colour !== undefined, intensities: intensity !== undefined })
}

/** Reads one value of each of `count` points, which are `stride` bytes apart. */
export function readColumn(
  view: DataView,
  { type, size }: PcdField,
  offset: number,
  stride: number,
  count: number,
  into: Float64Array,
): void {
  const read = READERS[`${type}${size}`]
  if (!read) return void into.fill(Number.NaN, 0, count)
  // The two usual types have a loop of their own, which is four times as fast.
  if (read === readFloat32) {
    for (let index = 0, at = offset; index < count; index += 1, at += stride)
      into[index] = view.getFloat32(at, true)
  } else if (read === readFloat64) {
    for (let index = 0, at = offset; index < count; index += 1, at += stride)
      into[index] = view.getFloat64(at, true)
  } else {
    for (let index = 0, at = offset; index < count; index += 1, at += stride) into[index] = read(view, at)
  }
}

/** Reads the colours of `count` points. */
export function readColours(
  view: DataView,
  offset: number,
  stride: number,
  count: number,
  into: Uint16Array,
): void {
  for (let index = 0, at = offset; index < count; index += 1, at += stride) {
    putColour(view.getUint32(at, true), into, index)
  }
}

/** @param bits 0xAARRGGBB */
export function putColour(bits: number, into: Uint16Array, index: number): void {
  into[index * 3] = (bits >>> 16) & 255
  into[index * 3 + 1] = (bits >>> 8) & 255
  into[index * 3 + 2] = bits & 255
}

type Read = (view: DataView, at: number) => number

const readFloat32: Read = (view, at) => view.getFloat32(at, true)
const readFloat64: Read = (view, at) => view.getFloat64(at, true)

const READERS: Record<string, Read> = {
  I1: (view, at) => view.getInt8(at),
  I2: (view, at) => view.getInt16(at, true),
  I4: (view, at) => view.getInt32(at, true),
  I8: (view, at) => Number(view.getBigInt64(at, true)),
  U1: (view, at) => view.getUint8(at),
  U2: (view, at) => view.getUint16(at, true),
  U4: (view, at) => view.getUint32(at, true),
  U8: (view, at) => Number(view.getBigUint64(at, true)),
  F4: readFloat32,
  F8: readFloat64,
}
