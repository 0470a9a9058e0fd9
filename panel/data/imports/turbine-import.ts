import { type QueryKey, queryOptions } from '@tanstack/react-query'
import * as z from 'zod'
import { type TurbineImport, TurbineImportResult } from '#domain/tables/turbine-import.ts'
import { api } from '#panel/api/api-client.ts'
import { readAnswer } from '#panel/api/read-answer.ts'
import { saveCsv } from '#panel/ui/save-file.ts'

const Imported = z.object({ data: TurbineImportResult })

/** What an import is asked for, besides whether it writes. */
export type TurbineTable = Omit<z.input<typeof TurbineImport>, 'dry_run'>

/** Adds and changes the turbines of the table. With `dry_run` nothing is written, and the answer says what would be. */
export async function importTurbines(
  json: z.input<typeof TurbineImport>,
  signal?: AbortSignal,
): Promise<TurbineImportResult> {
  const call = api.turbines.import.$post({ json }, { init: { signal: signal ?? null } })
  return (await readAnswer(call, Imported)).data
}

/** The beginning of the keys of all previews. */
export const TURBINE_DRY_RUNS = ['turbine-dry-run'] as const

/**
 * What the import would do. The server writes its remarks in the language of the request.
 *
 * @param fileId differs for each chosen file, because a text of a megabyte is a slow key
 */
export function dryRunQuery(
  table: TurbineTable | undefined,
  { fileId, language }: { fileId: number; language: string },
) {
  const { csv = '', ...answers } = table ?? {}
  return queryOptions({
    queryKey: [...TURBINE_DRY_RUNS, fileId, language, answers] as QueryKey,
    queryFn: ({ signal }) => importTurbines({ csv, ...answers, dry_run: true }, signal),
    enabled: table !== undefined,
    gcTime: 0,
    // The same file is not sent again for the same answers.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
  })
}

/** Downloads all turbines of the caller as a table and lets the browser save it. */
export async function downloadTurbines(name: string): Promise<void> {
  const answer = await api['turbines.csv'].$get({ query: {} })
  saveCsv(await answer.text(), name)
}
