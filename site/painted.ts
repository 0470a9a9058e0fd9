import type { ClientDirective } from 'astro'

/** Wakes an island once the page has been painted and the browser has nothing better to do. */
const painted: ClientDirective = (load) => {
  const wake = async () => (await load())()
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    // Safari does not tell when it is idle.
    if ('requestIdleCallback' in window) requestIdleCallback(wake)
    else setTimeout(wake)
  }).observe({ type: 'paint', buffered: true })
}

export default painted
