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
      <g transform="translate(96 -96) rotate(28 400 420)">
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
        <g fill="none" stroke="oklch(0.34 0.03 40)" strokeLinejoin="round">
          <path d="M331 430 337 447 333 462 342 483 338 498 347 521 344 536" strokeWidth="1.8" />
          <path
            d="M337 447 350 456M333 462 324 471M342 483 357 489 364 501M347 521 356 528"
            strokeWidth="1.1"
          />
        </g>
      </g>
      <g fill="none" stroke="oklch(0.82 0.13 80)" strokeWidth="2">
        <path d="M352 318V298H372M484 298H504V318M504 430V450H484M372 450H352V430" />
        <path d="M504 374H590" strokeOpacity="0.7" />
        <circle cx="594" cy="374" r="4" fill="oklch(0.82 0.13 80)" stroke="none" />
      </g>
    </svg>
  )
}
