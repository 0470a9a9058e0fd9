import { signal } from '@preact/signals-react'

/** Brightness and contrast of the shown photos; 1 is the original. The files are not changed. */
export interface Light {
  brightness: number
  contrast: number
}

/** The limits of both values. */
export const LIGHT_MIN = 0.5
export const LIGHT_MAX = 3

const AS_TAKEN: Light = { brightness: 1, contrast: 1 }

/** One setting for all photos. It stays from photo to photo, until the user resets it or closes the panel. */
export const light = signal(AS_TAKEN)

export function changeLight(change: Partial<Light>) {
  light.value = { ...light.value, ...change }
}

export function resetLight() {
  light.value = AS_TAKEN
}

/** True if brightness or contrast is not that of the original. */
export function isLightChanged({ brightness, contrast }: Light): boolean {
  return brightness !== 1 || contrast !== 1
}

/** Brightness and contrast as a CSS filter; undefined for the original. */
export function lightFilter(shown: Light): string | undefined {
  return isLightChanged(shown) ? `brightness(${shown.brightness}) contrast(${shown.contrast})` : undefined
}
