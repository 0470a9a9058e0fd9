import type { ReactNode } from 'react'

interface LightboxMessageProps {
  icon: ReactNode
  children: ReactNode
}

/** A message in the middle of the lightbox, instead of a picture. */
export function LightboxMessage({ icon, children }: LightboxMessageProps) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-5 px-24 text-center text-lead text-lightbox-ink">
      <span className="text-lightbox-ink-soft">{icon}</span>
      {children}
    </div>
  )
}
