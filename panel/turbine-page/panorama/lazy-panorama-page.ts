import { lazyPage } from '#panel/ui/late-scripts/lazy-part.tsx'

/** The script of the 360° viewer is long, so it is loaded before the page is shown: from links to it, and with its address. */
export const PanoramaPage = lazyPage(() => import('./panorama-page.tsx'))
