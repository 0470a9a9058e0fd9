import { hashKey, type QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { sessionHolder } from './session-holder.ts'

/**
 * The changes that wait for their answers, by user and name. They are of the whole page, because a screen can close before its answer
 * comes. Another user who signs in meanwhile has changes of their own.
 */
const running = new Map<string, Promise<unknown>>()
const listeners = new Set<() => void>()

/** Begins a change, or returns the one of this name and user that is on its way. */
export function runOnce<Output>(name: QueryKey, begin: () => Promise<Output>): Promise<Output> {
  const hash = hashOf(name)
  const first = running.get(hash) as Promise<Output> | undefined
  if (first) return first
  const change = begin().finally(() => {
    running.delete(hash)
    for (const listener of listeners) listener()
  })
  running.set(hash, change)
  for (const listener of listeners) listener()
  return change
}

/** The change of this name and user that is on its way, wherever it began. Renders again when it begins and ends. */
export function useRunningChange(name: QueryKey | null): Promise<unknown> | undefined {
  return useSyncExternalStore(subscribe, () => (name ? running.get(hashOf(name)) : undefined))
}

function hashOf(name: QueryKey): string {
  return hashKey([sessionHolder().userId(), ...name])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
