import { createContext, useContext } from 'react'
import type { PickedFiles } from '#panel/outbox/picked-files.ts'
import type { FlightDrop } from './flight-groups.ts'

/** Asks where picked files of several places belong. */
export type AskFlight = (files: PickedFiles, drop: FlightDrop) => Promise<void>

const FlightAsking = createContext<AskFlight>(async () => {})

export const ProvideFlight = FlightAsking.Provider

/** Hands files of folders to the list of the whole turbine. */
export function useAskFlight(): AskFlight {
  return useContext(FlightAsking)
}
