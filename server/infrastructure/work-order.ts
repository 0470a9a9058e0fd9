/** The user who asks for work, with the own company. Work of the server itself has `SERVER_ITSELF`. */
export interface Asker {
  id: number
  company_id: number
}

/** Asks for the work of the maintenance. What it reads is not hidden from it. */
export const SERVER_ITSELF = { id: 0, company_id: 0, role: undefined }

/**
 * How soon work is needed: `now` if a request waits for it, `soon` if it takes long and somebody watches its progress, `later` if nobody
 * waits for it.
 */
export type Urgency = 'now' | 'soon' | 'later'

/** Who asks for work, and how soon it is needed. */
export interface WorkOrder {
  asker: Asker
  urgency: Urgency
  /** Aborts when nobody needs the work any more. Then it leaves the queue, or its worker ends. */
  signal?: AbortSignal | undefined
}

/** How long a user is asked to wait whose part of the queue is full, in seconds. It has room again when one piece of work ends. */
export const RETRY_SECONDS = 5
