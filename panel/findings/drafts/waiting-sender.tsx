import { useFindingStaging } from './use-finding-staging.ts'

/** Sends saved findings on every screen of the panel, when there is a connection. It shows nothing itself. */
export default function WaitingSender() {
  useFindingStaging()
  return null
}
