import { createLucideIcon } from 'lucide-react'

/** The horizon as the instrument of an aeroplane shows it. */
export const HorizonIcon = createLucideIcon('horizon', [
  ['circle', { cx: '12', cy: '12', r: '9', key: 'dial' }],
  ['path', { d: 'M3 12h5l4 3.5 4-3.5h5', key: 'horizon' }],
])
