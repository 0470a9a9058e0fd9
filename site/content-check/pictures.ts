import { createHash } from 'node:crypto'
import { join, relative, resolve } from 'node:path'
import { imageMetadata } from 'astro/assets/utils'
import { z } from 'astro/zod'
import sharp from 'sharp'
import type { ContentFolder } from './content-files.ts'

/** The folders with pictures of editors, from the project's folder. */
const PICTURE_FOLDERS = /^(?:content|site\/images)\//

const PHOTO = { names: /\.(?:webp|png|jpe?g|avif)$/, ends: '.webp, .png or .jpg' }
const LOGO = { names: /\.(?:svg|webp|png|jpe?g|avif)$/, ends: '.svg, .webp, .png or .jpg' }

/** The schemas of a picture's path: photos are resized, so they cannot be drawings (SVG). */
export interface PictureSchemas {
  photo: z.ZodType
  logo: z.ZodType
}

/** Schemas for the paths of pictures in a JSON file directly in `content/`. Their files are read, because an unreadable one would end the build. */
export async function pictureSchemas(folder: ContentFolder, json: unknown): Promise<PictureSchemas> {
  const problems = new Map<string, string>()
  for (const path of new Set(textsIn(json))) {
    if (!LOGO.names.test(path) || !folder.has(path)) continue
    const problem = await fileProblem(folder, path)
    if (problem) problems.set(path, problem)
  }
  const schema = ({ names, ends }: typeof PHOTO) =>
    z.string().superRefine((path, context) => {
      const message = problemOf(path)
      if (message) context.addIssue({ code: 'custom', message })

      function problemOf(path: string): string | undefined {
        if (!/^\.\.?\//.test(path))
          return `"${path}" does not say where the picture is; begin with ./ as in ./partners/name.svg`
        if (!names.test(path))
          return `"${path}" is no picture that fits here; name a file that ends in ${ends}`
        if (path.includes('?'))
          return `the name "${path}" has a question mark, which the build cannot read; give the file another name`
        const shown = relative(join(folder.path, '..'), resolve(folder.path, path)).replaceAll('\\', '/')
        if (!PICTURE_FOLDERS.test(shown))
          return `"${path}" is outside of content/; put the picture into content/ and correct the path`
        if (!folder.has(path)) return `there is no file ${shown}; add it or correct its name`
        return problems.get(path)
      }
    })
  return { photo: schema(PHOTO), logo: schema(LOGO) }
}

/** What is wrong with a picture, by the hash of its bytes: in development every change of a text checks all pictures again. */
const checked = new Map<string, string | undefined>()

async function fileProblem(folder: ContentFolder, path: string): Promise<string | undefined> {
  const bytes = folder.readBytes(path)
  const key = `${createHash('sha256').update(bytes).digest('hex')} ${path}`
  if (!checked.has(key)) checked.set(key, await pictureProblem(bytes, path))
  return checked.get(key)
}

/** Reads the picture as the build does: its size with the function of Astro, and then all of its pixels. */
async function pictureProblem(bytes: Buffer, path: string): Promise<string | undefined> {
  const size = await imageMetadata(bytes, path).catch(() => undefined)
  if (!size || (size.format === 'svg') !== path.endsWith('.svg'))
    return `the file ${path} is no picture; save it again as a picture of this kind`
  if (
    size.format === 'svg' &&
    !/\sxmlns(?::\w+)?\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(bytes.toString())
  )
    return `browsers do not show the drawing ${path}; write <svg xmlns="http://www.w3.org/2000/svg" at its beginning`
  const decoded = await sharp(bytes, { failOn: 'warning' })
    .resize(64)
    .toBuffer()
    .catch(() => undefined)
  return decoded ? undefined : `the picture ${path} is damaged; save it again`
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
