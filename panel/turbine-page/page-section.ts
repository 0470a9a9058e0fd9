import type { ReactNode } from 'react'

/** A part of the turbine's page, with an entry in the section bar. */
export interface PageSection {
  /** In the address as `?section=drone`. */
  id: string
  /** The name in the section bar. */
  label: string
  /** The number of records of the year of the page; undefined if the section has none. */
  count?: number | undefined
  content: ReactNode
}
