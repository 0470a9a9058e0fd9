import { useId } from 'react'
import { useIntl } from 'react-intl'
import type { ColumnAnswers } from '#domain/tables/imported-table.ts'
import { NativeSelectField } from '#panel/ui/fields/native-select-field.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Stands for a column that is left out. No column has this name. */
const LEFT_OUT = '-'

interface ColumnQuestionsProps {
  questions: {
    asked: readonly { head: string; example: string }[]
    /** What they may be. */
    free: readonly string[]
    /** The required columns among them. */
    missing: readonly string[]
  }
  nameOfColumn: (column: string) => string
  answers: ColumnAnswers
  onAnswer: (answers: ColumnAnswers) => void
}

/** Asks about each column with data whose head does not say what it is. */
export function ColumnQuestions({ questions, nameOfColumn, answers, onAnswer }: ColumnQuestionsProps) {
  const text = useText()
  const intl = useIntl()
  const id = useId()
  const { asked, free, missing } = questions
  if (asked.length === 0) return null
  const answered = new Map(answers.map(({ head, column }) => [head, column ?? LEFT_OUT]))
  const chosen = new Set(asked.map(({ head }) => answered.get(head)))
  const lacking = missing.filter((column) => !chosen.has(column)).map(nameOfColumn)
  const optionsOf = (head: string) => [
    ...free
      .filter((column) => answered.get(head) === column || !chosen.has(column))
      .map((column) => ({ value: column, label: nameOfColumn(column) })),
    { value: LEFT_OUT, label: text('import.columns.leaveOut') },
  ]
  return (
    <section aria-labelledby={id} className="min-w-0 sm:col-span-2">
      <h3 id={id} className="text-body font-medium text-ink">
        {text('import.columns', { n: asked.length })}
      </h3>
      <p className="text-note text-ink-soft">{text('import.columns.text')}</p>
      {lacking.length > 0 && (
        <p className="mt-1 text-note text-red">
          {text('import.columns.missing', { columns: intl.formatList(lacking) })}
        </p>
      )}
      <div className="mt-3 grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {asked.map(({ head, example }) => (
          <NativeSelectField
            key={head}
            label={text('import.columns.one', { head, example })}
            value={answered.get(head)}
            options={optionsOf(head)}
            placeholder={text('import.columns.choose')}
            onChange={(column) =>
              onAnswer([
                ...answers.filter((answer) => answer.head !== head),
                { head, column: column === LEFT_OUT ? null : column },
              ])
            }
          />
        ))}
      </div>
    </section>
  )
}
