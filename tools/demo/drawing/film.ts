import { clamp, GRAIN, mix, SENSOR_GRAIN, texel } from './noise.ts'

/** Scene light, linear, three values a pixel (red, green, blue), row by row from the top left; 1 is a white sheet. */
export interface Film {
  width: number
  height: number
  light: Float32Array
}

/** A picture as a file holds it: 8-bit sRGB, three bytes a pixel. */
export interface Picture {
  width: number
  height: number
  pixels: Buffer
}

/** A colour of light or of a surface: linear red, green, blue. */
export type Colour = readonly [number, number, number]

export interface Camera {
  /** Multiplies the light before the tone curve. */
  exposure: number
  /** How much darker the corners are than the middle, 0 to 1. */
  vignette: number
  /** Deviation of the sensor's noise in a mid tone, in 8-bit steps. */
  noise: number
  /** Tint of the white balance. */
  balance: Colour
  /** Where in the noise tile this picture's noise starts, so that no two pictures share it. */
  seed: number
}

export function newFilm(width: number, height: number): Film {
  return { width, height, light: new Float32Array(width * height * 3) }
}

/** Converts an sRGB colour (`0xrrggbb`) to linear light. */
export function paint(hex: number): Colour {
  return [toLinear((hex >> 16) & 255), toLinear((hex >> 8) & 255), toLinear(hex & 255)]
}

function toLinear(byte: number): number {
  const s = byte / 255
  return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4
}

const CURVE_STEPS = 4096
/** Light that the tone curve maps to white. */
const CURVE_WHITE = 4
/** A camera's tone curve: sRGB with a soft shoulder, tabled over the square root of light. */
const CURVE = Float32Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
  const light = (step / CURVE_STEPS) ** 2 * CURVE_WHITE
  const shouldered = light < 0.55 ? light : 0.55 + 0.45 * (1 - Math.exp(-(light - 0.55) / 0.45))
  return 255 * (shouldered <= 0.0031308 ? shouldered * 12.92 : 1.055 * shouldered ** (1 / 2.4) - 0.055)
})

function toneOf(light: number): number {
  return CURVE[Math.min(CURVE_STEPS, Math.sqrt(Math.max(0, light) / CURVE_WHITE) * CURVE_STEPS) | 0] as number
}

/** Converts light to a picture as a camera does: blur of one pixel, vignette, tone curve, noise. */
export function develop(film: Film, camera: Camera): Picture {
  const { width, height } = film
  const pixels = Buffer.allocUnsafe(width * height * 3)
  const soft = new Float32Array(width * 3)
  const grainX = camera.seed * 37
  const grainY = camera.seed * 91
  const reach = 4 / (width * width + height * height)
  for (let y = 0, at = 0; y < height; y++) {
    softenRow(film, y, soft)
    for (let x = 0; x < width; x++) {
      const fromMiddle = ((x - width / 2) ** 2 + (y - height / 2) ** 2) * reach
      const gain = camera.exposure * (1 - camera.vignette * fromMiddle * fromMiddle)
      const brightness = 0.8 * texel(SENSOR_GRAIN, x + grainX, y + grainY) + 0.4 * texel(GRAIN, x + grainY, y)
      for (let channel = 0; channel < 3; channel++, at++) {
        const tone = toneOf((soft[x * 3 + channel] as number) * gain * (camera.balance[channel] as number))
        const colourNoise = texel(SENSOR_GRAIN, x + channel * 171 + grainY, (y >> 1) + grainX)
        const strength = camera.noise * mix(1.25, 0.5, tone / 255)
        pixels[at] = clamp(tone + strength * (brightness + 0.45 * colourNoise) + 0.5, 0, 255)
      }
    }
  }
  return { width, height, pixels }
}

/** One row of the film through a lens that blurs by half a pixel: a 1-2-1 kernel each way, the borders repeated. */
function softenRow({ width, height, light }: Film, y: number, soft: Float32Array): void {
  const row = y * width * 3
  const above = y > 0 ? row - width * 3 : row
  const below = y < height - 1 ? row + width * 3 : row
  const down = (at: number) =>
    0.25 * ((light[above + at] as number) + (light[below + at] as number)) + 0.5 * (light[row + at] as number)
  for (let channel = 0; channel < 3; channel++) {
    let before = down(channel)
    let here = before
    for (let at = channel; at < width * 3; at += 3) {
      const after = at + 3 < width * 3 ? down(at + 3) : here
      soft[at] = 0.25 * (before + after) + 0.5 * here
      before = here
      here = after
    }
  }
}
