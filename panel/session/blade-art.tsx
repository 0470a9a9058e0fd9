const STATIONS = Array.from({ length: 9 }, (_, index) => 90 + index * 84)

/** One blade from root to tip, as an inspector sees it: stations, and a finding in its frame. */
export function BladeArt() {
  return (
    <svg viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="size-full">
      <defs>
        <linearGradient id="blade-ground" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="oklch(0.32 0.045 215)" />
          <stop offset="1" stopColor="oklch(0.18 0.02 225)" />
        </linearGradient>
        <linearGradient id="blade-skin" x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" stopColor="oklch(0.97 0.006 200)" />
          <stop offset="0.42" stopColor="oklch(0.9 0.012 200)" />
          <stop offset="1" stopColor="oklch(0.62 0.03 210)" />
        </linearGradient>
      </defs>
      <rect width="800" height="900" fill="url(#blade-ground)" />
      <g stroke="oklch(0.9 0.03 195)" strokeOpacity="0.09">
        {STATIONS.map((y) => (
          <path key={y} d={`M0 ${y}H800`} />
        ))}
        {STATIONS.map((x) => (
          <path key={x} d={`M${x} 0V900`} />
        ))}
      </g>
      <g transform="rotate(24 400 420)">
        <path
          d="M352 1060 346 820C336 770 296 700 300 610 308 420 372 120 404-170 408-196 428-196 430-168 448 140 470 420 464 640 460 740 438 780 436 830L432 1060Z"
          fill="url(#blade-skin)"
        />
        <path
          d="M396-40C380 240 372 520 384 1060"
          fill="none"
          stroke="oklch(0.4 0.03 215)"
          strokeOpacity="0.28"
        />
        <path
          d="M318 446 334 456 330 474 350 488 347 506 366 520M334 456 346 446M350 488 362 480"
          fill="none"
          stroke="oklch(0.32 0.04 30)"
          strokeWidth="2.2"
          strokeLinejoin="round"
        />
      </g>
      <g fill="none" stroke="oklch(0.82 0.13 80)" strokeWidth="2">
        <path d="M246 410V390H266M378 390H398V410M398 522V542H378M266 542H246V522" />
        <path d="M398 466H470" strokeOpacity="0.7" />
        <circle cx="474" cy="466" r="4" fill="oklch(0.82 0.13 80)" stroke="none" />
      </g>
    </svg>
  )
}
