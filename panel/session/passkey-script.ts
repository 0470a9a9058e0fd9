import { lateScript } from '#panel/ui/late-scripts/late-script.ts'

/** The library that asks the browser for passkeys. */
export const passkeyScript = lateScript(() => import('@simplewebauthn/browser'))
