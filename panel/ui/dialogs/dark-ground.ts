import { createContext, useContext } from 'react'

/** True inside of a dark viewer. */
export const DarkGround = createContext(false)

/** The theme of a dialog: dark over a dark viewer, because a light one dazzles there; undefined for the theme of the user. */
export function useDialogTheme(): 'dark' | undefined {
  return useContext(DarkGround) ? 'dark' : undefined
}
