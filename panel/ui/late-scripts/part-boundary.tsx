import { Component, type ReactNode } from 'react'
import { type FailureShape, PartFailure } from './part-failure.tsx'

interface PartBoundaryProps {
  /** How the failure is shown; by default in the place of the part. */
  shape?: FailureShape
  /** Shown behind the failure of a part that lies above the page. */
  behind?: ReactNode
  /** Closes a part that lies above the page. */
  onClose?: (() => void) | undefined
  /** Runs after the part has failed. */
  onFailure?: () => void
  /** A new value, such as another address, tries the part again. */
  resetKey?: unknown
  children: ReactNode
}

interface PartState {
  caught: { error: unknown } | null
}

/**
 * The error boundary of a part. An error in the part replaces this part only, so the staged photos and the typed text of other parts
 * stay. There is one around each page, section, query answer and lazy part.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartState> {
  override state: PartState = { caught: null }

  static getDerivedStateFromError(error: unknown): PartState {
    return { caught: { error } }
  }

  override componentDidCatch() {
    this.props.onFailure?.()
  }

  override componentDidUpdate(former: PartBoundaryProps) {
    if (this.state.caught && former.resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => this.setState({ caught: null })

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    const { shape = 'place', behind, onClose } = this.props
    return (
      <>
        {behind}
        <PartFailure error={caught.error} shape={shape} onRetry={this.retry} onClose={onClose} />
      </>
    )
  }
}
