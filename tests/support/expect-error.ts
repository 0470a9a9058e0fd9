import { expect } from 'vitest'
import { readError } from './builders.ts'

/** Expects that the call is refused with this status and error code. */
export async function expectError(answer: Response | Promise<Response>, status: number, error: string) {
  expect(await readError(await answer)).toEqual([status, error])
}
