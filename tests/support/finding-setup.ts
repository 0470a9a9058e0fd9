import type { Finding } from '#domain/findings/finding.ts'
import type { Client } from './accounts.ts'
import { readData } from './builders.ts'

export const findingsOf = (turbine: number, rest = '') => `/api/turbines/${turbine}/findings${rest}`

/** Sends a new finding, by default of the leading edge of blade A. */
export function sendFinding(client: Client, turbine: number, fields: object = {}): Promise<Response> {
  return client.json('POST', findingsOf(turbine), { blade: 'A', side: 'LE', type: 'le-erosion', ...fields })
}

/** Adds a finding as `sendFinding` does. */
export async function addFinding(client: Client, turbine: number, fields: object = {}): Promise<Finding> {
  return readData<Finding>(await sendFinding(client, turbine, fields))
}

/** A shape on a photo: a box between two corners. */
export const box = (...points: [from: [number, number], to: [number, number]]) =>
  ({ on: 'image', kind: 'box', points }) as const
