import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { useLocation } from 'react-router'
import { lateScript } from './late-script.ts'
import { PartBoundary } from './part-boundary.tsx'

/** How long React has time to render a failure, in milliseconds. */
const FAILURE_KEPT_MS = 1000

type ImportPart<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A component whose script is loaded when it is first shown. */
type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the script before it is needed, for example when the pointer comes to the button that shows the part. */
  preload: () => void
}

interface Loading {
  /** Shown while the script loads; by default nothing. */
  whileLoading?: ReactNode
}

/**
 * A part of a page. If its script cannot be loaded, or the part throws an error, a message with a retry button replaces this part only.
 */
export function lazyPart<Props extends object>(importPart: ImportPart<Props>): LazyPart<Props & Loading> {
  const { Part, preload, forgetFailure } = makePart(importPart)
  const Lazy = ({ whileLoading, ...props }: Props & Loading) => (
    <PartBoundary onFailure={forgetFailure}>
      <Suspense fallback={whileLoading}>
        <Part {...(props as unknown as Props)} />
      </Suspense>
    </PartBoundary>
  )
  return Object.assign(Lazy, { preload })
}

/** A part that lies above the page. If it fails, a small dialog says so, and what was shown meanwhile stays; closing it calls `onClose`. */
export function lazyDialog<Props extends object>(
  importPart: ImportPart<Props>,
): LazyPart<Props & Loading & { onClose: () => void }> {
  const { Part, preload, forgetFailure } = makePart(importPart)
  const Lazy = ({ whileLoading, ...props }: Props & Loading & { onClose: () => void }) => (
    <PartBoundary shape="dialog" behind={whileLoading} onClose={props.onClose} onFailure={forgetFailure}>
      <Suspense fallback={whileLoading}>
        <Part {...(props as unknown as Props)} />
      </Suspense>
    </PartBoundary>
  )
  return Object.assign(Lazy, { preload })
}

/**
 * A page. It has no loading state of its own: the former page stays until the script is there. After a failure, another address tries
 * again.
 */
export function lazyPage<Props extends object>(importPart: ImportPart<Props>): LazyPart<Props> {
  const { Part, preload, forgetFailure } = makePart(importPart)
  const Lazy = (props: Props) => (
    <PartBoundary shape="page" resetKey={useLocation().pathname} onFailure={forgetFailure}>
      <Part {...props} />
    </PartBoundary>
  )
  return Object.assign(Lazy, { preload })
}

/** The component that waits for its script. */
function makePart<Props extends object>(importPart: ImportPart<Props>) {
  const script = lateScript(importPart)
  // While a component waits, React forgets its state, so the promise that it waits for is kept here.
  let awaited: Promise<{ default: ComponentType<Props> }> | undefined

  function Part(props: Props) {
    const { default: Loaded } = script.loaded ?? use(begin())
    return <Loaded {...props} />
  }

  function begin() {
    if (awaited) return awaited
    const promise = script.load()
    // If nothing shows the failure, because the user has gone elsewhere, the next visit begins anew.
    promise.catch(() => window.setTimeout(() => awaited === promise && forgetFailure(), FAILURE_KEPT_MS))
    awaited = promise
    return promise
  }

  /** The next render then loads the script again. */
  function forgetFailure() {
    awaited = undefined
  }

  return { Part, preload: script.preload, forgetFailure }
}
