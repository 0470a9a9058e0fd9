import { signal } from '@preact/signals-react'

/** True while leaving the screen would lose something. Who offers a way out asks first. */
export const unsavedWork = signal(false)
