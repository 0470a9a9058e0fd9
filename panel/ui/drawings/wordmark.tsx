import { Rotor } from './rotor.tsx'

export function Wordmark({ className = '' }: { className?: string }) {
  return (
    <span className={`inline-flex items-center gap-2.5 ${className}`}>
      <svg viewBox="-16 -18 32 32" className="size-7" fill="currentColor" aria-hidden="true">
        <Rotor />
      </svg>
      <span className="text-wordmark font-semibold tracking-[-0.035em]">Kanat</span>
    </span>
  )
}
