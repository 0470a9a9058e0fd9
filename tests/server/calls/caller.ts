import { expect, vi } from 'vitest'
import { isUnfinished } from '#domain/inspections/file-job.ts'
import type { ReportJob } from '#domain/inspections/report-job.ts'
import { SUPERADMIN } from '../../support/servers/server-process.ts'

interface ApiAnswer<Data> {
  status: number
  error: string
  message: string
  data: Data
}

/** A client of the API of a server process. */
export class Caller {
  readonly origin: string
  token: string

  private constructor(origin: string, token: string) {
    this.origin = origin
    this.token = token
  }

  /** Signs in, by default as the first superadmin. */
  static async signIn(origin: string, credentials: object = SUPERADMIN): Promise<Caller> {
    const caller = new Caller(origin, '')
    const answer = await caller.call('POST', '/auth/login', credentials)
    expect(answer).toMatchObject({ status: 200 })
    caller.token = (answer as unknown as { token: string }).token
    return caller
  }

  /** @param body a form, or an object that is sent as JSON */
  async call<Data>(method: string, path: string, body?: object): Promise<ApiAnswer<Data>> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${this.origin}/api${path}`, {
      method,
      headers: {
        ...(this.token !== '' && { Authorization: `Bearer ${this.token}` }),
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as Omit<ApiAnswer<Data>, 'status'>) }
  }

  /** Adds a record by POST. @returns the `data` of the answer */
  async made<Data>(path: string, body: object): Promise<Data> {
    const answer = await this.call<Data>('POST', path, body)
    expect(answer, path).toMatchObject({ status: 201 })
    return answer.data
  }
}

/** Waits until the making of a report has ended. @returns how */
export function endOfReport(caller: Caller, turbine: number, jobId: number): Promise<string> {
  return vi.waitFor(
    async () => {
      const { data } = await caller.call<ReportJob>('GET', `/turbines/${turbine}/report-jobs/${jobId}`)
      expect(isUnfinished(data)).toBe(false)
      return data.state
    },
    { interval: 50 },
  )
}
