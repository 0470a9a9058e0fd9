import { createHash } from 'node:crypto'
import { type Change, findChanges, KINDS } from './find-mutations.ts'

export interface Mutation extends Change {
  /** The same wherever the code stands: by the change and the code around it, not by its path or line. */
  id: string
  original: string
}

/**
 * Chooses changes of every kind at random, as many of each. The same seed chooses the same changes as long as their code stays,
 * in whatever file it stands.
 *
 * @param sources the texts of the files by their paths
 */
export function chooseMutations(
  sources: ReadonlyMap<string, string>,
  count: number,
  seed: string,
): Mutation[] {
  const all = identify(
    [...sources].flatMap(([path, text]) => findChanges(path, text)),
    sources,
  )
  const place = ({ id }: Mutation) => hash(`${seed} ${id}`)
  return KINDS.flatMap((kind) =>
    all
      .filter((mutation) => mutation.kind === kind)
      .map((mutation) => ({ mutation, place: place(mutation) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .slice(0, count / KINDS.length)
      .map(({ mutation }) => mutation),
  )
}

function identify(changes: readonly Change[], sources: ReadonlyMap<string, string>): Mutation[] {
  const times = new Map<string, number>()
  const ordered = changes.toSorted((one, other) => (one.functionText < other.functionText ? -1 : 1))
  return ordered.map((change) => {
    const original = (sources.get(change.path) ?? '').slice(change.start, change.end)
    const code = JSON.stringify([change.kind, original, change.replacement, change.statement])
    const time = times.get(code) ?? 0
    times.set(code, time + 1)
    return { ...change, original, id: hash(`${code} ${time}`).slice(0, 8) }
  })
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
