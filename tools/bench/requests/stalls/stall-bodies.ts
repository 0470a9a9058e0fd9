/** The bodies of the largest inputs. */
import { FILE_SIZE_MAX, JSON_BODY_MAX } from '../../../../domain/limits.ts'

/** Marks in the wrong order, which Unicode normalization sorts. */
export const marks = (bytes: number) =>
  `a${'\u0300'.repeat(Math.floor(bytes / 4) - 10)}${'\u0316'.repeat(Math.floor(bytes / 4) - 10)}`
export const letters = (count: number) => 'ö'.repeat(count)
export const imported = (csv: string) => ({ csv, distances_from: 'root', dry_run: false })

/** 2,000 lines that become findings. */
export const goodLines = (round: number) =>
  `Blade,Side,Type,Severity,Description,Year\n${Array.from(
    { length: 2000 },
    (_, line) => `A,LE,le-erosion,3,Hücum kenarında aşınma ${round}-${line},2026\n`,
  ).join('')}`
/** As many short lines as a body holds. */
export const shortLines = () => `Blade,Side,Type\n${'A\n'.repeat(Math.floor((JSON_BODY_MAX - 400) / 3))}`
export const longHeader = () => `${'a,'.repeat(450_000)}\n`
export const day = (number: number) => new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10)

export const INSPECTION = {
  first_day: '2026-05-11',
  last_day: null,
  methods: ['drone'],
  inspector: '',
  weather: '',
  camera: '',
  not_seen: letters(2000),
}

export const files = (name: string, contents: Record<string, BlobPart>, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  for (const [file, content] of Object.entries(contents)) form.append(name, new Blob([content]), file)
  return form
}
export const pointCloud =
  'VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 1\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n'
const LARGEST_POINTS = Math.floor((FILE_SIZE_MAX - 200) / 12)

/** The header of a point cloud of the greatest size. */
export function largestCloudHeader(): string {
  return pointCloud.replace(/(WIDTH|POINTS) 1/g, `$1 ${LARGEST_POINTS}`).replace(/ascii[\s\S]*/, 'binary\n')
}

/** A point cloud of the greatest size. */
export function largestCloud(): Uint8Array<ArrayBuffer> {
  const header = largestCloudHeader()
  const cloud = new Uint8Array(header.length + 12 * LARGEST_POINTS)
  new TextEncoder().encodeInto(header, cloud)
  return cloud
}
export const hundred = (name: (index: number) => string, content: BlobPart) =>
  Object.fromEntries(Array.from({ length: 100 }, (_, index) => [name(index), content]))
