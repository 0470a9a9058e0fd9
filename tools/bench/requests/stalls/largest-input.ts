import type { Large } from './fill-large.ts'

/** One request. */
export interface Sent {
  /** Without it, the pattern of the call is the address. */
  address?: string
  body?: FormData | Uint8Array<ArrayBuffer> | object
  headers?: Record<string, string>
}

/** What a call is sent with. */
export interface LargestInput {
  input: (large: Large, round: number) => Sent | Promise<Sent>
  /** True if it can be sent only once. */
  once?: true
  /** How many are sent at the same time. */
  together?: number
  /** Waits for what the server does after its answer, which is measured, too. */
  after?: (large: Large) => Promise<unknown>
  /** The statuses that its answers may have, if it is not the success that the contract promises first. */
  expected?: number[]
}

/** A call of the largest turbine. */
export const of =
  (rest: string, body?: object) =>
  ({ turbine }: Large): Sent => ({ address: `/api/turbines/${turbine}${rest}`, ...(body && { body }) })
/** A call of the turbine whose photos are all of one year. */
export const ofSealed =
  (rest: string, body?: object) =>
  ({ sealed }: Large): Sent => ({ address: `/api/turbines/${sealed}${rest}`, ...(body && { body }) })
/** A call of a turbine with few rows, another one in each round. */
export const ofOther =
  (rest: string, body: (round: number) => Sent['body']) =>
  ({ others }: Large, round: number): Sent => ({
    address: `/api/turbines/${others[round] ?? 0}${rest}`,
    body: body(round) ?? {},
  })
