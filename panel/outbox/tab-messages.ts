/** What the tabs of one browser tell each other about staged files. */
type TabMessage =
  /** Files of this owner were stored. */
  | { kind: 'staged'; owner: string }
  /** A user has signed out; their files are removed. */
  | { kind: 'signed-out'; userId: number }

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('kanat-staged-files') : undefined

/** Tells all other tabs. */
export function tellTabs(message: TabMessage) {
  channel?.postMessage(message)
}

/** @returns a function that stops listening */
export function onTabMessage(listen: (message: TabMessage) => void): () => void {
  const receive = ({ data }: MessageEvent<TabMessage>) => listen(data)
  channel?.addEventListener('message', receive)
  return () => channel?.removeEventListener('message', receive)
}
