import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import * as z from 'zod'

const CONTENT = join(import.meta.dirname, '../../content')
const Picture = z.object({ light: z.string(), dark: z.string() })
const Showcase = z.object({
  screens: z.array(z.object({ id: z.string(), image: z.object({ tr: Picture, en: Picture }) })),
})
const { screens } = Showcase.parse(JSON.parse(readFileSync(join(CONTENT, 'showcase.json'), 'utf8')))
const pictures = screens.flatMap(({ id, image }) =>
  (['tr', 'en'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((theme) => ({ id, language, theme, file: image[language][theme] })),
  ),
)

/** In CSS pixels: the width of the screenshots, the distance of the button's centre from the corner, and the radius of a ring inside of the button around its icon. */
const WIDTH = 1440
const CENTRE = 24 + 26
const RING = 22
/** The colour of the button: `--action` of the light and of the dark theme in site/styles/tokens.css. */
const FILLS = { light: [0, 91, 103], dark: [91, 195, 194] }

it.each(pictures)('the $theme $language screenshot "$id" shows no chat button', async ({ file, theme }) => {
  const picture = sharp(join(CONTENT, file))
  const { width = 0, height = 0 } = await picture.metadata()
  const scale = width / WIDTH
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const ring = Array.from({ length: 16 }, (_, step) => {
    const angle = (step / 16) * 2 * Math.PI
    const x = Math.round(width - (CENTRE + RING * Math.cos(angle)) * scale)
    const y = Math.round(height - (CENTRE + RING * Math.sin(angle)) * scale)
    return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  })
  const isFilled = ring.every((pixel) =>
    pixel.every((value, channel) => Math.abs(value - (FILLS[theme][channel] ?? 0)) < 24),
  )
  expect(isFilled).toBe(false)
})

it.each(['turbines', 'blades'])('the screenshots of "%s" show the theme in their name', async (id) => {
  for (const { file, theme } of pictures.filter((picture) => picture.id === id)) {
    const { channels } = await sharp(join(CONTENT, file)).stats()
    const brightness = channels.slice(0, 3).reduce((sum, { mean }) => sum + mean / 3, 0)
    if (theme === 'light') expect(brightness).toBeGreaterThan(180)
    else expect(brightness).toBeLessThan(90)
  }
})
