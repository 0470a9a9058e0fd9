import { faqSchema } from '../content-schemas.ts'
import type { Fault } from './fault.ts'
import type { MarkdownFile } from './markdown-file.ts'
import { schemaFaults } from './schema-faults.ts'

interface Fields {
  category?: unknown
  order?: unknown
}

/** Faults in the front matter of questions, and differences between the two languages of a question. */
export function faqFaults(questions: MarkdownFile[]): Fault[] {
  const fields = new Map(questions.map(({ file, fields }) => [file, fields as Fields | undefined]))
  return questions.flatMap(({ file, fields: own }) => [
    ...(own === undefined ? [] : schemaFaults(file, own, faqSchema)),
    ...twinFaults(file, fields),
    ...orderFaults(file, fields),
  ])
}

function twinFaults(file: string, fields: Map<string, Fields | undefined>): Fault[] {
  const [, language, name] = file.split('/')
  const twin = `faq/${language === 'tr' ? 'en' : 'tr'}/${name}`
  if (!fields.has(twin))
    return [
      {
        file: twin,
        problem: `the file is missing; write this question in the other language, as in content/${file}`,
      },
    ]
  // Reported once, for the English file.
  if (language === 'tr') return []
  const [mine, theirs] = [fields.get(file), fields.get(twin)]
  return (['category', 'order'] as const)
    .filter(
      (field) =>
        mine?.[field] !== undefined && theirs?.[field] !== undefined && mine[field] !== theirs[field],
    )
    .map((field) => ({
      file,
      place: field,
      problem: `"${mine?.[field]}" differs from "${theirs?.[field]}" in content/${twin}; write the same in both`,
    }))
}

function orderFaults(file: string, fields: Map<string, Fields | undefined>): Fault[] {
  const own = fields.get(file)
  const folder = file.slice(0, file.lastIndexOf('/'))
  const otherQuestion = [...fields].find(
    ([other, theirs]) =>
      other < file &&
      other.startsWith(`${folder}/`) &&
      own?.order !== undefined &&
      theirs?.category === own.category &&
      theirs?.order === own.order,
  )
  if (!otherQuestion) return []
  const problem = `content/${otherQuestion[0]} has ${own?.order} in this category too; write another number`
  return [{ file, place: 'order', problem }]
}
