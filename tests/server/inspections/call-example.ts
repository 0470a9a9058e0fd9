import type { Action } from '#domain/permissions.ts'
import type { RecordKind } from '#domain/records.ts'
import type { Client } from '../../support/accounts.ts'
import type { TestApp } from '../../support/test-app.ts'
import type { Records } from '../calls/call-records.ts'

/** Who sends a call. */
interface Setting {
  testApp: TestApp
  client: Client
  /** The id of the caller. */
  self: number
}

/** How to send a call so that it succeeds, and what is special about it. */
export interface CallExample {
  /** The kind of record that the address names; without it the call answers `<kind>_not_found`. */
  about?: RecordKind | 'archive' | 'upload' | 'report_job' | 'version' | 'dossier_job'
  /** The address, if the pattern of the call has parameters or the call needs a query. */
  address?: (records: Records) => string
  /** A form, bytes, or what is sent as JSON. */
  body?: (records: Records) => FormData | Uint8Array<ArrayBuffer> | object
  headers?: Record<string, string>
  /** The `Cookie` header. */
  cookie?: (records: Records) => string
  /** Makes what the call needs of its caller, after the sign-in. @returns the body */
  prepare?: (setting: Setting) => Promise<object | undefined>
  /** True if the body names the company that gets the new record. */
  namesCompany?: true
  /** True if a method other than GET writes no audit entry. */
  writesNoAuditEntry?: true
  /** True for a GET that writes an audit entry. */
  isDownload?: true
  /** The actions among which the body chooses, if the permit of the call is only the least of them. */
  actions?: Action[]
  /** True if the call refuses every client that is not on the machine of the server. */
  onlyForThisMachine?: true
}
