import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ColumnAnswers, ColumnQuestions } from '#domain/tables/imported-table.ts'

type Asking = { [Name in keyof typeof ColumnQuestions]: z.output<(typeof ColumnQuestions)[Name]> }

/**
 * Asks the server what an import would do: first what it asks about the columns, and as soon as each is answered, the preview. The questions stay the
 * same while they are answered.
 *
 * @param queryOf the query of a dry run with these answers, for the questions or for the preview. Calls with the same answers have the same key, so a file without questions is sent once.
 */
export function useDryRun<Result extends Asking>(
  queryOf: (columns: ColumnAnswers, isPreview: boolean) => UseQueryOptions<Result, Error, Result, QueryKey>,
  answers: ColumnAnswers,
) {
  const first = useQuery(queryOf([], false))
  const asked = first.data?.unknown_columns ?? []
  const columns = asked.flatMap(({ head }) => answers.find((answer) => answer.head === head) ?? [])
  const isAnswered = columns.length === asked.length
  const last = useQuery({ ...queryOf(columns, true), enabled: first.data !== undefined && isAnswered })
  const query = first.data !== undefined && isAnswered ? last : first
  return {
    questions: {
      asked,
      free: first.data?.free_columns ?? [],
      missing: first.data?.missing_columns ?? [],
    },
    columns,
    isAnswered,
    query,
    /** Undefined until the columns are answered. */
    result: isAnswered && query === last ? last.data : undefined,
  }
}
