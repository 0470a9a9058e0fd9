import { signal } from '@preact/signals-react'

/** How the panel shows pictures; 1 is the picture as it was taken. The files are not changed. */
export interface Light {
  brightness: number
  contrast: number
}

/** The limits of both values. */
export const LIGHT_MIN = 0.5
export const LIGHT_MAX = 3

const AS_TAKEN: Light = { brightness: 1, contrast: 1 }

/** The light for all photos until it is reset or the panel is closed, so that it stays while going from photo to photo. */
export const light = signal(AS_TAKEN)

export function changeLight(change: Partial<Light>) {
  light.value = { ...light.value, ...change }
}

export function resetLight() {
  light.value = AS_TAKEN
}

/** True while photos are shown otherwise than they were taken. */
export function isLightChanged({ brightness, contrast }: Light): boolean {
  return brightness !== 1 || contrast !== 1
}

/** The light as a CSS filter. */
export function lightFilter(shown: Light): string | undefined {
  return isLightChanged(shown) ? `brightness(${shown.brightness}) contrast(${shown.contrast})` : undefined
}
