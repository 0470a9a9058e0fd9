import { createContext, type ReactNode } from 'react'
import type { Photo } from '#domain/photo.ts'

/** What a tile says about its photo besides the picture. */
export interface PhotoNote {
  /** For the accessible name of the tile. */
  label: string
  /** Shown at a corner of the tile. */
  mark: ReactNode
}

/** The notes of the photos by their ids. The page around the photos fills it, because other features know what is to be said. */
export const PhotoNotes = createContext<ReadonlyMap<Photo['id'], PhotoNote>>(new Map())
