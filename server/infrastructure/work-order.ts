/** The requesting user, with the own company. The server's own work has `SERVER_ITSELF`. */
export interface Requester {
  id: number
  company_id: number
}

/** The requester of maintenance work, from which nothing is hidden. */
export const SERVER_ITSELF = { id: 0, company_id: 0, role: undefined }

/** The priority of work: `high` if a request waits for it, `normal` if it is long and its progress is watched, `low` otherwise. */
export type Priority = 'high' | 'normal' | 'low'

/** The requester of work, and its priority. */
export interface WorkOrder {
  requester: Requester
  priority: Priority
  /** Aborts when the work is no longer needed. It then leaves the queue, or its worker ends. */
  signal?: AbortSignal | undefined
}

/** `Retry-After` for a user with a full queue, in seconds. One finished piece of work makes room. */
export const RETRY_SECONDS = 5
