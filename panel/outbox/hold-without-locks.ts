// Without https, browsers have no `navigator.locks`. Then a tab asks all others whether one of them holds something, and gets it if none
// answers. A tab that was closed, also by a crash, does not answer.

/** How long a tab waits for an answer, in milliseconds. A tab in the background answers at once, too. */
const ANSWER_MS = 1000
/** How long a tab waits before it asks again, in milliseconds. */
const PAUSE_MS = 5000

interface HolderMessage {
  kind: 'asked' | 'held'
  name: string
}

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('kanat-holders') : undefined

/** What this tab holds; the same name more than once if several have not released it. */
const held = new Set<{ name: string }>()

channel?.addEventListener('message', ({ data: { kind, name } }: MessageEvent<HolderMessage>) => {
  if (kind === 'asked' && [...held].some((one) => one.name === name)) tell({ kind: 'held', name })
})

/** This tab answers that it holds `name`, until it calls the returned function. */
export function holdByAnswering(name: string): () => void {
  const one = { name }
  held.add(one)
  return () => void held.delete(one)
}

/**
 * Runs `work` as soon as no other tab says that it holds `name`, unless `signal` aborts before. Two tabs may run it at the same time. If
 * tabs cannot ask each other, only a person who loads the page again runs it.
 */
export async function whenNobodyAnswers(
  name: string,
  signal: AbortSignal,
  work: () => Promise<void>,
): Promise<void> {
  if (!channel && !isReloaded()) return
  while (channel && !signal.aborted && (await isHeld(channel, name))) await pause(signal)
  if (!signal.aborted) await work()
}

function isHeld(asked: BroadcastChannel, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = (answer: boolean) => {
      clearTimeout(timer)
      listening.abort()
      resolve(answer)
    }
    const timer = setTimeout(() => end(false), ANSWER_MS)
    const listen = ({ data }: MessageEvent<HolderMessage>) =>
      data.kind === 'held' && data.name === name && end(true)
    asked.addEventListener('message', listen, { signal: listening.signal })
    tell({ kind: 'asked', name })
  })
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function tell(message: HolderMessage) {
  channel?.postMessage(message)
}

function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}
