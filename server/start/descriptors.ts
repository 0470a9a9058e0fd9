import { readFile } from 'node:fs/promises'

/** Below this limit, the start warns the operator. */
export const DESCRIPTORS_WANTED = 1024

/** Descriptors reserved for the database, the log, image workers and maintenance. */
const KEPT = 64
/** A connection, its file, and a connection to the bucket. */
const PER_CONNECTION = 3
const CONNECTIONS_MIN = 8

/**
 * The limit of open files and connections of this process (`ulimit -n`).
 *
 * @returns Infinity where there is no limit, or where it cannot be read
 */
export async function readDescriptorLimit(): Promise<number> {
  // Node has raised the soft limit to the hard limit at its start.
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? []
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft)
}

/** How many client connections fit without failures to open files. */
export function connectionsFor(descriptors: number): number {
  return Math.max(CONNECTIONS_MIN, Math.floor((descriptors - KEPT) / PER_CONNECTION))
}
