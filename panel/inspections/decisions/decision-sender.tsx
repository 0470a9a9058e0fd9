import { useReviewStaging } from './use-review-staging.ts'

/** Sends the decisions of a reviewer on every screen of the panel, when there is a connection. It shows nothing itself. */
export default function DecisionSender() {
  useReviewStaging()
  return null
}
