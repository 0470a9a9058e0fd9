import type { ReactNode } from 'react'

interface ViewerMessageProps {
  icon: ReactNode
  children: ReactNode
}

/** A message in the middle of the viewer, instead of a picture. */
export function ViewerMessage({ icon, children }: ViewerMessageProps) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-5 px-24 text-center text-lead text-viewer-ink">
      <span className="text-viewer-ink-soft">{icon}</span>
      {children}
    </div>
  )
}
