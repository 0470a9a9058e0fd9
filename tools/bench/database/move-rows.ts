import { move, planMove } from '../../../server/features/move/move.ts'

/** Moves the rows of an installation to another database and compares them. @param env the environment of the source */
export async function moveRows(
  env: Record<string, string>,
  target: string,
): Promise<{ rows: number; ms: number }> {
  let rows = 0
  const start = performance.now()
  await move(planMove(env, { database: target }), {
    line(text) {
      rows = Number(/^Rows: (\d+) copied/.exec(text)?.[1] ?? rows)
    },
    progress() {},
  })
  return { rows, ms: performance.now() - start }
}
