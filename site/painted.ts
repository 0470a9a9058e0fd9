import type { ClientDirective } from 'astro'

/** Hydrates an island after the page is painted and the browser is idle. */
const painted: ClientDirective = (load) => {
  const hydrate = async () => (await load())()
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(hydrate)
    else setTimeout(hydrate)
  }).observe({ type: 'paint', buffered: true })
}

export default painted
