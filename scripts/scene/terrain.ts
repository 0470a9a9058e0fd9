import * as THREE from 'three'
import { atmosphere } from './atmosphere.ts'

/** The part of the land that is kept: seen from the camera, as angle by the logarithm of distance. */
export const NEAREST = 90
export const FARTHEST = 42_000
const HALF_ANGLE = 1.35

/** Ridges from near to far: how far ahead, how high, how wide (metres), how wavy, and a seed. */
const height = /* glsl */ `
float ridgeLine(vec2 p, float ahead, float crest, float width, float wave, float seed) {
  float away = -p.y - ahead - wave * fbm(vec2(p.x / (wave * 9.0) + seed, seed), 3) * 2.0;
  float top = crest * (1.0 + 0.55 * fbm(vec2(p.x / (crest * 8.0) + seed * 3.1, seed * 1.7), 5));
  float slope = away / width;
  return top * pow(1.0 + slope * slope, -1.1);
}

float land(vec2 p) {
  float far = length(p);
  float h = 12.0 + 26.0 * fbm(p / 1500.0 + 4.0, 4);
  h = max(h, ridgeLine(p, 420.0, 128.0, 190.0, 60.0, 1.3));
  h = max(h, ridgeLine(p, 1060.0, 150.0, 260.0, 120.0, 5.9));
  h = max(h, ridgeLine(p, 2080.0, 178.0, 420.0, 220.0, 9.2));
  h = max(h, ridgeLine(p, 4350.0, 235.0, 800.0, 420.0, 14.6));
  h = max(h, ridgeLine(p, 8200.0, 360.0, 1500.0, 800.0, 21.4));
  h = max(h, ridgeLine(p, 14500.0, 640.0, 2600.0, 1300.0, 33.7));
  h = max(h, ridgeLine(p, 25000.0, 1150.0, 4200.0, 2400.0, 47.1));
  float scale = clamp(far / 900.0, 0.45, 7.0);
  h += scale * (30.0 * (ridged(p / (520.0 * scale), 7) - 0.55) + 9.0 * fbm(p / (120.0 * scale), 5));
  return h;
}
`

export const polar = /* glsl */ `
uniform sampler2D landMap;
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

const overTheWholeMap = /* glsl */ `out vec2 at; void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`

const measureHeight = /* glsl */ `${atmosphere}${height}${polar}
in vec2 at; out vec4 result;
void main() { result = vec4(land(fromMap(at)), 0.0, 0.0, 1.0); }`

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

const landVertex = /* glsl */ `${atmosphere}${polar}
uniform vec2 angles;
out vec3 place;
void main() {
  vec2 p = fromMap(vec2(mix(angles.x, angles.y, uv.x), uv.y));
  place = vec3(p.x, heightAt(p), p.y);
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`

const landFragment = /* glsl */ `${atmosphere}${polar}
uniform sampler2D lightMap;
in vec3 place; out vec4 result;

/** Bushes: round bumps on a jittered grid. x: height 0 to 1, y: which bush. */
vec2 bush(vec2 p) {
  ivec2 cell = ivec2(floor(p));
  vec2 best = vec2(0.0);
  for (int x = -1; x <= 1; x++) for (int y = -1; y <= 1; y++) {
    ivec2 c = cell + ivec2(x, y);
    float a = random(c), b = random(c + 911), size = mix(0.25, 0.62, random(c + 77));
    float d = length(p - vec2(c) - vec2(a, b)) / size;
    float bump = sqrt(max(1.0 - d * d, 0.0)) * size;
    if (bump > best.x) best = vec2(bump, random(c + 333));
  }
  return best;
}

float cover(vec2 p) { return smoothstep(-0.28, 0.30, fbm(p / 85.0, 4) + 0.5 * fbm(p / 400.0, 3)); }

float fine(vec2 p, float far) {
  float h = 0.5 * fbm(p / 9.0, 4);
  float dense = cover(p);
  if (far < 3500.0) h += 2.3 * dense * bush(p / 4.2).x + 1.0 * bush(p / 1.7 + 40.0).x * (1.0 - 0.6 * dense);
  return h;
}

void main() {
  vec2 p = place.xz;
  float far = length(place - eye);
  float e = max(0.35, far * 0.0011);
  float wide = max(1.5, far * 0.004);
  vec3 broad = vec3(heightAt(p - vec2(wide, 0.0)) - heightAt(p + vec2(wide, 0.0)), 2.0 * wide,
                    heightAt(p - vec2(0.0, wide)) - heightAt(p + vec2(0.0, wide)));
  broad = normalize(broad);
  float here = fine(p, far);
  float keep = 1.0 / (1.0 + far / 2600.0);
  vec3 n = normalize(broad / max(broad.y, 0.2) - keep * vec3(fine(p + vec2(e, 0.0), far) - here, 0.0, fine(p + vec2(0.0, e), far) - here) / e);

  float dense = cover(p);
  vec2 shrub = bush(p / 4.2);
  vec3 grass = mix(vec3(0.205, 0.175, 0.090), vec3(0.120, 0.125, 0.058), 0.5 + 0.9 * fbm(p / 60.0 + 8.0, 4));
  vec3 leaf = mix(vec3(0.036, 0.050, 0.026), vec3(0.066, 0.074, 0.034), shrub.y);
  float leafy = far < 3500.0 ? smoothstep(0.05, 0.22, shrub.x * dense) : 0.62 * dense;
  vec3 albedo = mix(grass, leaf, mix(leafy, 0.62 * dense, smoothstep(1500.0, 3500.0, far)));
  float rocky = smoothstep(0.80, 0.62, broad.y + 0.12 * fbm(p / 30.0, 4));
  albedo = mix(albedo, vec3(0.20, 0.18, 0.155), rocky * 0.7);

  vec2 light = textureLod(lightMap, toMap(p), 0.0).rg;
  float facing = max(dot(n, sunDirection), 0.0);
  vec3 sun = vec3(5.2, 3.1, 1.55) * light.r * facing;
  vec3 sky = mix(vec3(0.16, 0.17, 0.16), vec3(0.30, 0.42, 0.52), 0.5 + 0.5 * n.y) * light.g;
  float glow = pow(0.5 + 0.5 * dot(n, normalize(vec3(sunDirection.x, 0.25, sunDirection.z))), 2.0);
  sky += vec3(0.42, 0.26, 0.14) * glow * light.g;
  float tucked = mix(1.0, 0.55 + 0.45 * smoothstep(0.0, 0.5, shrub.x), leafy * keep);
  result = vec4(throughHaze(albedo * (sun + sky * tucked), place), 1.0);
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

/** Measures the land around the camera once, so that drawing it is a matter of looking it up. */
export function measureLand(renderer: THREE.WebGLRenderer, shared: Uniforms, fill: (fragment: string, uniforms: Uniforms, target: THREE.WebGLRenderTarget) => void) {
  const land = map(4096, 2048)
  fill(measureHeight, { ...shared, landMap: { value: null } }, land)
  const light = map(2048, 2048)
  fill(measureLight, { ...shared, landMap: { value: land.texture } }, light)
  renderer.setRenderTarget(null)
  return { landMap: { value: land.texture }, lightMap: { value: light.texture } }
}

/** The land itself, from `left` to `right` (fractions of the kept angle). */
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

export { overTheWholeMap, HALF_ANGLE }
