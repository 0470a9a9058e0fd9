import { type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { type FindingImport, FindingImportResult } from '#domain/findings/finding-import.ts'
import type { ColumnAnswers } from '#domain/tables/imported-table.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'

const Imported = z.object({ data: FindingImportResult })

export type ImportedTable = Omit<FindingImport, 'dry_run' | 'changes' | 'columns'>

/** Adds the findings of the table, and changes those of the chosen lines. With `dry_run` nothing is added, and the answer says what would be. */
export async function importFindings(
  turbineId: number,
  json: z.input<typeof FindingImport>,
  signal?: AbortSignal,
): Promise<FindingImportResult> {
  const param = { id: String(turbineId) }
  const call = api.turbines[':id'].findings.import.$post(
    { param, json },
    { init: { signal: signal ?? null } },
  )
  return (await readAnswer(call, Imported)).data
}

/**
 * What the import would add. The server writes its remarks in the language of the request.
 *
 * @param fileId differs for each chosen file, because a text of a megabyte is a slow key
 */
export function dryRunQuery(
  turbineId: number,
  table: ImportedTable | undefined,
  { fileId, language, columns }: { fileId: number; language: string; columns: ColumnAnswers },
) {
  return queryOptions({
    queryKey: [
      'finding-dry-run',
      turbineId,
      fileId,
      language,
      table?.distances_from,
      table?.hub_radius_m,
      columns,
    ] as QueryKey,
    queryFn: ({ signal }) =>
      importFindings(
        turbineId,
        { csv: '', distances_from: 'root', ...table, columns, dry_run: true },
        signal,
      ),
    enabled: table !== undefined,
    gcTime: 0,
    // The same file is not sent again for the same answers.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
}
