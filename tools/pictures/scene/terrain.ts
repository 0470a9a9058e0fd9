import * as THREE from 'three'
import { atmosphere } from './atmosphere.ts'

/** The part of the land that the map contains: the angle from the camera by the logarithm of the distance. */
const NEAREST = 90
const FARTHEST = 42_000
export const HALF_ANGLE = 1.35

/** Ridges from near to far: distance, height and width in metres, waviness, and a seed. */
const height = /* glsl */ `
float ridgeLine(vec2 p, float ahead, float crest, float width, float wave, float seed) {
  float away = -p.y - ahead - wave * fbm(vec2(p.x / (wave * 9.0) + seed, seed), 3) * 2.0;
  float top = crest * (1.0 + 0.42 * fbm(vec2(p.x / (crest * 8.0) + seed * 3.1, seed * 1.7), 5));
  float slope = away / width;
  return top * pow(1.0 + slope * slope, -1.1);
}

float hills(vec2 p) {
  float far = length(p);
  float h = 12.0 + 26.0 * fbm(p / 1500.0 + 4.0, 4);
  h = max(h, ridgeLine(p, 430.0, 150.0, 150.0, 50.0, 1.3));
  h = max(h, ridgeLine(p, 1350.0, 112.0, 260.0, 150.0, 5.9));
  h = max(h, ridgeLine(p, 2250.0, 128.0, 380.0, 240.0, 9.2));
  h = max(h, ridgeLine(p, 4300.0, 190.0, 700.0, 420.0, 14.6));
  h = max(h, ridgeLine(p, 7800.0, 330.0, 1300.0, 800.0, 21.4));
  h = max(h, ridgeLine(p, 14000.0, 640.0, 2300.0, 1300.0, 33.7));
  h = max(h, ridgeLine(p, 25000.0, 1300.0, 4000.0, 2400.0, 47.1));
  float scale = clamp(far / 900.0, 0.45, 7.0);
  h += scale * (30.0 * (ridged(p / (520.0 * scale), 7) - 0.55) + 9.0 * fbm(p / (120.0 * scale), 5));
  return h;
}

/** A shore that leads away from the camera, with the sea on its left: a low cliff, a crest behind it, hills inland. The sea is below 0. */
float coast(vec2 p) {
  float ahead = -p.y;
  float meander = 60.0 * fbm(vec2(ahead / 420.0, 3.7), 4) + 0.11 * ahead * fbm(vec2(ahead / 2100.0, 8.4), 3);
  float inland = p.x - 34.0 - 0.07 * ahead - meander;
  inland += 26.0 * fbm(p / 90.0, 5);
  float crest = (inland - 150.0) / 190.0;
  float h = min(inland * 0.22, 0.0) + 13.0 * smoothstep(0.0, 22.0, inland) + 78.0 * smoothstep(0.0, 1.0, clamp(inland / 120.0, 0.0, 1.0)) / (1.0 + 0.3 * crest * crest);
  h += 130.0 * smoothstep(350.0, 1800.0, inland) * (1.0 + 0.6 * fbm(p / 900.0, 4));
  float rugged = smoothstep(6.0, 110.0, inland);
  h += rugged * (24.0 * (ridged(p / 330.0, 7) - 0.5) + 7.0 * fbm(p / 110.0, 5));

  float cape = ridgeLine(p, 7600.0, 250.0, 900.0, 500.0, 61.3) * smoothstep(-900.0, 1700.0, p.x) - 14.0;
  float island = ridgeLine(p, 15500.0, 520.0, 1500.0, 800.0, 44.9) * smoothstep(7600.0, 3200.0, abs(p.x + 6800.0)) - 30.0;
  float mainland = ridgeLine(p, 27000.0, 1150.0, 3000.0, 1800.0, 23.5) * smoothstep(-7000.0, 3000.0, p.x) - 40.0;
  float scale = clamp(length(p) / 900.0, 1.0, 9.0);
  float far = max(cape, max(island, mainland));
  far += smoothstep(0.0, 60.0, far) * scale * 20.0 * (ridged(p / (420.0 * scale), 7) - 0.5);
  return max(max(h, far), -8.0);
}
`

export const polar = /* glsl */ `
uniform sampler2D landMap;
uniform bool bySea;
const float NEAREST = ${NEAREST.toFixed(1)};
const float SPAN = ${Math.log(FARTHEST / NEAREST).toFixed(6)};
const float HALF_ANGLE = ${HALF_ANGLE.toFixed(4)};

vec2 toMap(vec2 p) {
  return vec2(atan(p.x, -p.y) / (2.0 * HALF_ANGLE) + 0.5, log(max(length(p), NEAREST) / NEAREST) / SPAN);
}

vec2 fromMap(vec2 uv) {
  float angle = (uv.x - 0.5) * 2.0 * HALF_ANGLE;
  return NEAREST * exp(uv.y * SPAN) * vec2(sin(angle), -cos(angle));
}

float heightAt(vec2 p) { return textureLod(landMap, toMap(p), 0.0).r; }
`

export const overTheWholeMap = /* glsl */ `out vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`

const measureHeight = /* glsl */ `${atmosphere}${height}${polar}
in vec2 at; out vec4 result;
void main() { 
  vec2 p = fromMap(at);
  result = vec4(bySea ? coast(p) : hills(p), 0.0, 0.0, 1.0);
 }`

/** Red: how much of the sun reaches this place. Green: how much of the sky. */
const measureLight = /* glsl */ `${atmosphere}${polar}
in vec2 at; out vec4 result;
void main() {
  vec2 p = fromMap(at);
  float own = heightAt(p);
  vec2 along = normalize(sunDirection.xz);
  float climb = sunDirection.y / length(sunDirection.xz);
  float clear = 1.0, step = 6.0 + length(p) * 0.004, walked = step;
  for (int i = 0; i < 90; i++) {
    float over = own + 1.0 + climb * walked - heightAt(p + along * walked);
    clear = min(clear, 0.5 + 0.5 * over / (0.012 * walked));
    if (clear <= 0.0) break;
    walked += step; step *= 1.045;
  }
  float open = 0.0;
  for (int i = 0; i < 12; i++) {
    float angle = float(i) * 0.5236;
    vec2 way = vec2(cos(angle), sin(angle));
    float steepest = 0.0, reach = 5.0 + length(p) * 0.004;
    for (int j = 0; j < 9; j++) {
      steepest = max(steepest, (heightAt(p + way * reach) - own) / reach);
      reach *= 1.6;
    }
    open += 1.0 - sin(atan(steepest));
  }
  result = vec4(smoothstep(0.0, 1.0, clear), open / 12.0, 0.0, 1.0);
}`

/** The density of shrubs at a place, 0 to 1. */
export const cover = /* glsl */ `
float thickness(vec2 p) {
  return clamp(0.46 + 0.95 * fbm(p / 130.0, 6) + 0.5 * fbm(p / 520.0 + 3.0, 3), 0.02, 1.0);
}
`

const landVertex = /* glsl */ `${atmosphere}${polar}
uniform vec2 angles;
out vec3 place;
void main() {
  // Near land is drawn first, so that the depth test skips the land behind it.
  vec2 p = fromMap(vec2(mix(angles.x, angles.y, uv.x), 1.0 - uv.y));
  float h = heightAt(p);
  place = vec3(p.x, bySea ? max(h, 0.0) : h, p.y);
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`

const landFragment = /* glsl */ `${atmosphere}${polar}${cover}
uniform sampler2D lightMap;
in vec3 place; out vec4 result;

/** Round bumps on a jittered grid; they are higher where dense is greater. x: height 0 to 0.6, y: the number of the bush. */
vec2 bush(vec2 p, float dense) {
  ivec2 cell = ivec2(floor(p));
  vec2 best = vec2(0.0);
  for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) {
    ivec2 c = cell + ivec2(x, y);
    float rank = random(c + 77);
    if (rank > dense) continue;
    float size = mix(0.62, 0.22, rank);
    float d = length(p - vec2(c) - vec2(random(c), random(c + 911))) / size;
    float bump = sqrt(max(1.0 - d * d, 0.0)) * size;
    if (bump > best.x) best = vec2(bump, random(c + 333));
  }
  return best;
}

/** The height of plants above the land, in metres. */
float growth(vec2 p, float dense, float far) {
  float h = 0.35 * fbm(p / 6.0, 4);
  // Irregular outlines and leafy tops, because smooth bushes look like pebbles.
  p += 1.5 * vec2(noise(p / 2.6), noise(p / 2.6 + 31.0)) + 0.5 * vec2(noise(p / 0.8), noise(p / 0.8 + 17.0));
  float leaves = far < 1500.0 ? 0.75 + 0.5 * fbm(p / 0.7, 3) : 0.8;
  if (far > 5000.0) return h;
  h += leaves * max(2.9 * bush(p / 5.5, dense * 0.55).x, 1.9 * bush(p / 2.9 + 40.0, dense).x);
  if (far < 1200.0) h += 0.55 * bush(p / 0.9 + 80.0, 0.7).x;
  return h;
}

/** The colour of the sea: a blurred reflection of the sky, with glitter in the direction of the sun. */
vec3 sea(vec3 place, float depth) {
  vec3 ray = place - eye;
  float far = length(ray);
  vec3 view = ray / far;
  // Waves are a few pixels wide at every distance. Narrower waves would look like noise.
  vec2 q = vec2(atan(place.x, -place.z) / 0.0085, log(far) / 0.013);
  q += vec2(0.35, 0.2) * fbm(place.xz / 60.0, 3);
  vec2 slope = 0.085 * vec2(fbm(q, 5), fbm(q + 51.0, 5)) + 0.05 * vec2(fbm(q / 6.0, 4), fbm(q / 6.0 + 29.0, 4));
  slope *= 0.75 + 0.9 * fbm(place.xz / vec2(900.0, 380.0), 3);
  vec3 n = normalize(vec3(slope.x, 1.0, slope.y));
  vec3 mirrored = reflect(view, n);
  mirrored.y = abs(mirrored.y) + 0.16;
  mirrored = normalize(mirrored);
  float rim = 0.02 + 0.98 * pow(1.0 - clamp(dot(-view, n) + 0.13, 0.0, 1.0), 5.0);
  vec3 water = mix(vec3(0.006, 0.028, 0.038), vec3(0.020, 0.085, 0.090), smoothstep(-7.0, -0.4, depth));
  vec3 color = mix(water, skyColor(mirrored), rim);
  vec3 plain = reflect(view, normalize(vec3(slope.x * 1.5, 1.0, slope.y * 1.5)));
  vec2 off = (plain.xz / length(plain.xz) - normalize(sunDirection.xz)) * vec2(1.0, 1.0);
  float glitter = exp(-dot(off, off) / 0.004) * smoothstep(-0.1, 0.4, fbm(q + 77.0, 4));
  float lit = textureLod(lightMap, toMap(place.xz), 0.0).r;
  color += sunlight * lit * rim * 0.7 * glitter;
  float foam = smoothstep(-1.7, -0.15, depth + 0.9 * fbm(place.xz / 11.0, 4)) * smoothstep(-0.25, 0.4, fbm(place.xz / 4.0, 4));
  return mix(color, skyMiddle * 1.3 + warmth * 0.8, 0.65 * foam);
}

void main() {
  vec2 p = place.xz;
  float far = length(place - eye);
  float level = heightAt(p);
  if (bySea && level < 0.0) {
    result = vec4(throughHaze(sea(place, level), place), 1.0);
    return;
  }
  float wide = max(1.5, far * 0.004);
  vec3 broad = normalize(vec3(heightAt(p - vec2(wide, 0.0)) - heightAt(p + vec2(wide, 0.0)), 2.0 * wide,
                              heightAt(p - vec2(0.0, wide)) - heightAt(p + vec2(0.0, wide))));
  float dense = thickness(p);
  float e = max(0.3, far * 0.0009);
  float here = growth(p, dense, far);
  vec2 rise = vec2(growth(p + vec2(e, 0.0), dense, far), growth(p + vec2(0.0, e), dense, far)) - here;
  float keep = 1.0 / (1.0 + far / 2200.0);
  vec3 n = normalize(broad / max(broad.y, 0.2) - keep * 0.9 * vec3(rise.x, 0.0, rise.y) / e);

  float tint = fbm(p / 45.0 + 8.0, 5);
  vec3 grass = mix(vec3(0.150, 0.128, 0.066), vec3(0.088, 0.094, 0.044), clamp(0.5 + 1.1 * tint, 0.0, 1.0));
  vec3 leaf = mix(vec3(0.034, 0.046, 0.024), vec3(0.062, 0.070, 0.032), random(ivec2(floor(p / 3.1))));
  float leafy = mix(smoothstep(0.35, 1.0, here), 0.75 * dense, smoothstep(900.0, 4000.0, far));
  vec3 albedo = mix(grass, leaf, leafy);
  float rocky = smoothstep(0.86, 0.66, broad.y + 0.16 * fbm(p / 24.0, 5));
  // No plants grow at the foot of a cliff, because of salt and spray.
  if (bySea) rocky = max(rocky, smoothstep(9.0, 3.0, place.y + 3.0 * fbm(p / 12.0, 4)));
  albedo = mix(albedo, vec3(0.17, 0.155, 0.135), rocky * 0.75 * (1.0 - leafy));

  // The sun is low, so land in its direction casts a shadow here.
  vec2 along = normalize(sunDirection.xz);
  float shade = 1.0;
  if (far < 3000.0) for (int i = 1; i <= 4; i++) {
    float walked = 1.4 * float(i * i);
    float over = growth(p + along * walked, dense, far) - here - walked * sunDirection.y;
    shade *= 1.0 - 0.75 * smoothstep(-0.1, 0.5, over);
  }
  shade = mix(1.0, shade, keep);

  vec2 light = textureLod(lightMap, toMap(p), 0.0).rg;
  vec3 sun = sunlight * light.r * shade * max(dot(n, sunDirection), 0.0);
  // Some light passes through leaves and dry grass.
  vec3 view = normalize(eye - place);
  sun += vec3(1.5, 0.95, 0.32) * light.r * shade * pow(max(dot(-view, sunDirection), 0.0), 3.0) * smoothstep(0.0, 0.9, here);
  vec3 sky = mix(vec3(0.10, 0.115, 0.12), vec3(0.20, 0.31, 0.40), 0.5 + 0.5 * n.y) * light.g;
  sky += warmth * light.g * pow(0.5 + 0.5 * dot(n, normalize(vec3(sunDirection.x, 0.25, sunDirection.z))), 3.0);
  sky *= mix(1.0, 0.6 + 0.4 * smoothstep(0.0, 1.2, here), keep);
  result = vec4(throughHaze(albedo * (sun + sky), place), 1.0);
}`

function map(width: number, height: number): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(width, height, {
    type: THREE.FloatType,
    depthBuffer: false,
    minFilter: THREE.LinearFilter,
    magFilter: THREE.LinearFilter,
  })
}

type Uniforms = Record<string, THREE.IUniform>

/** Computes the heights of the land around the camera once, so that drawing only reads them from a texture. */
export function measureLand(
  renderer: THREE.WebGLRenderer,
  shared: Uniforms,
  fill: (fragment: string, uniforms: Uniforms, target: THREE.WebGLRenderTarget) => void,
) {
  const land = map(4096, 2048)
  fill(measureHeight, { ...shared, landMap: { value: null } }, land)
  const light = map(2048, 2048)
  fill(measureLight, { ...shared, landMap: { value: land.texture } }, light)
  renderer.setRenderTarget(null)
  return { landMap: { value: land.texture }, lightMap: { value: light.texture } }
}

/** The land, from `left` to `right` (fractions of the angle of the map). */
export function landMesh(uniforms: Uniforms, left: number, right: number, columns: number): THREE.Mesh {
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: landVertex,
    fragmentShader: landFragment,
    uniforms: { ...uniforms, angles: { value: new THREE.Vector2(left, right) } },
    side: THREE.DoubleSide,
  })
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(1, 1, columns, 1500), material)
  mesh.frustumCulled = false
  return mesh
}
