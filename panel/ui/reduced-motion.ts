/** True if the user has asked the system for less motion. */
export function hasReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
