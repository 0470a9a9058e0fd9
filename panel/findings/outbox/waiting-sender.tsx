import { useFindingOutbox } from './use-finding-outbox.ts'

/** Sends saved findings on every screen of the panel, when there is a connection. It shows nothing itself. */
export default function WaitingSender() {
  useFindingOutbox()
  return null
}
