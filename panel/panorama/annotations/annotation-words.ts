import type { Text } from '#panel/words/use-text.ts'
import type { Annotation } from './annotation.ts'
import type { Announcement } from './announcement.ts'

/** The name of an annotation, such as "Rectangle 2". */
export function annotationName(text: Text, { figure, number }: Annotation): string {
  const written = figure.tool === 'text' ? figure.text : ''
  return text(`panorama.annotations.name.${figure.tool}`, { n: number, text: written })
}

/** The last change as text, such as "Rectangle 2 deleted". */
export function announcementWords(text: Text, { what, annotation }: Announcement): string {
  const name = annotation ? annotationName(text, annotation) : ''
  return text(`panorama.annotations.announcement.${what}`, { name })
}
