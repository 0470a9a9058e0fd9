/** Noise, sky and haze: the GLSL that all shaders of the scene use. */
export const atmosphere = /* glsl */ `
uniform vec3 sunDirection;
uniform vec3 eye;
uniform vec3 skyZenith, skyMiddle, skyAway, skyNear, sunGlow, cloudAway, cloudNear, sunlight, warmth;
uniform float mistiness, haze, cloudiness;

uint scramble(uvec2 v) {
  v = v * 1664525u + 1013904223u;
  v.x += v.y * 1664525u; v.y += v.x * 1664525u;
  v ^= v >> 16u;
  v.x += v.y * 1664525u; v.y += v.x * 1664525u;
  return v.x ^ (v.y >> 15u);
}

float random(ivec2 cell) { return float(scramble(uvec2(cell + 65536)) >> 8u) / 16777216.0; }

float noise(vec2 p) {
  ivec2 i = ivec2(floor(p));
  vec2 f = fract(p);
  vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
  return mix(mix(random(i), random(i + ivec2(1, 0)), u.x),
             mix(random(i + ivec2(0, 1)), random(i + ivec2(1, 1)), u.x), u.y) * 2.0 - 1.0;
}

const mat2 turn = mat2(0.8, 0.6, -0.6, 0.8);

float fbm(vec2 p, int octaves) {
  float sum = 0.0, weight = 0.5;
  for (int i = 0; i < octaves; i++) { sum += weight * noise(p); p = turn * p * 2.03 + 17.3; weight *= 0.5; }
  return sum;
}

/** Noise with sharp crests and soft valleys, from 0 to about 1. */
float ridged(vec2 p, int octaves) {
  float sum = 0.0, weight = 0.55, gain = 1.0;
  for (int i = 0; i < octaves; i++) {
    float n = 1.0 - abs(noise(p));
    n *= n * gain;
    sum += weight * n;
    gain = clamp(n * 1.6, 0.0, 1.0);
    p = turn * p * 2.07 + 9.1;
    weight *= 0.5;
  }
  return sum;
}

/** How close a direction is to the sun: 0 is behind the camera, 1 is the sun. */
float towardsSun(vec3 direction) { return 0.5 + 0.5 * dot(direction, sunDirection); }

vec3 skyColor(vec3 direction) {
  float up = max(direction.y, 0.0);
  float near = towardsSun(normalize(vec3(direction.x, direction.y * 0.6, direction.z)));
  vec3 low = mix(skyAway, skyNear, pow(near, 6.0));
  vec3 color = mix(low, skyMiddle, 1.0 - exp(-up * 6.0));
  color = mix(color, skyZenith, 1.0 - exp(-up * 2.6));
  float glow = max(dot(direction, sunDirection), 0.0);
  return color + sunGlow * (0.30 * pow(glow, 8.0) + 0.5 * pow(glow, 50.0));
}

/** The disc of the sun with the narrow glow around it. Only the sky has it, because haze of this colour would hide the land. */
vec3 withSun(vec3 color, vec3 direction) {
  float glow = max(dot(direction, sunDirection), 0.0);
  float disc = smoothstep(0.99992, 0.99996, glow);
  return color + sunGlow * (0.9 * pow(glow, 900.0) + 8.0 * disc);
}

vec3 withClouds(vec3 color, vec3 direction) {
  if (direction.y < 0.012) return color;
  vec2 p = direction.xz / (direction.y + 0.09);
  vec2 drift = vec2(p.x * 0.34 + p.y * 0.10, p.y * 1.15);
  drift += 0.35 * vec2(fbm(drift * 0.8 + 3.0, 4), fbm(drift * 0.8 + 11.0, 4));
  float veil = smoothstep(0.02, 0.52, fbm(drift * 0.9 + 40.0, 6) + 0.10);
  float streaks = smoothstep(-0.05, 0.55, fbm(vec2(drift.x * 1.6, drift.y * 3.4) + 5.0, 6));
  float cover = veil * mix(0.35, 1.0, streaks) * smoothstep(0.012, 0.10, direction.y);
  float near = pow(towardsSun(direction), 6.0);
  vec3 lit = mix(cloudAway, cloudNear, near);
  return mix(color, lit, cover * cloudiness);
}

/** Haze is thick in the valleys and thin above them. Both become thicker with distance. */
vec3 throughHaze(vec3 color, vec3 place) {
  vec3 ray = place - eye;
  float distance = length(ray);
  vec3 direction = ray / distance;
  vec3 haze = skyColor(normalize(vec3(direction.x, 0.035, direction.z)));
  float rise = ray.y;

  float mistHeight = 30.0;
  float climb = abs(rise) < 1.0 ? 1.0 : (1.0 - exp(-rise / mistHeight)) / (rise / mistHeight);
  float mist = mistiness * 0.0046 * exp(-(eye.y - 20.0) / mistHeight) * distance * climb;
  mist *= 1.0 + 0.55 * fbm(place.xz / 900.0, 4);

  float air = haze * 0.000105 * distance * exp(-(place.y * 0.5 + eye.y * 0.5) / 900.0);
  vec3 through = exp(-air * vec3(0.80, 1.0, 1.22) - vec3(mist));
  return mix(haze * mix(vec3(0.72, 0.86, 1.0), vec3(0.97), clamp(air / (air + mist + 1e-4) + towardsSun(direction) - 0.75, 0.0, 1.0)), color, through);
}
`
