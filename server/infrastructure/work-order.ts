/** The requesting user, with the own company. The server's own work has `SERVER_ITSELF`. */
export interface Asker {
  id: number
  company_id: number
}

/** The requester of maintenance work, from which nothing is hidden. */
export const SERVER_ITSELF = { id: 0, company_id: 0, role: undefined }

/** The urgency of work: `now` if a request waits for it, `soon` if it is long and its progress is watched, `later` otherwise. */
export type Urgency = 'now' | 'soon' | 'later'

/** The requester of work, and its urgency. */
export interface WorkOrder {
  asker: Asker
  urgency: Urgency
  /** Aborts when the work is no longer needed. It then leaves the queue, or its worker ends. */
  signal?: AbortSignal | undefined
}

/** `Retry-After` for a user with a full queue, in seconds. One finished piece of work makes room. */
export const RETRY_SECONDS = 5
