import { type ComponentType, createContext } from 'react'

/** The dialog that the search button of the header opens. `panel.tsx` fills it, because it knows every feature. */
export const SearchSlot = createContext<ComponentType<{ onClose: () => void }> | null>(null)
