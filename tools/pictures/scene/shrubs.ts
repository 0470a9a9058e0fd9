import * as THREE from 'three'
import { atmosphere } from './atmosphere.ts'
import { cover, polar } from './terrain.ts'

/** Near shrubs, whose outline is visible, are meshes. Distant shrubs are bumps in the shading of the land. */
const COUNT = 26_000
const NEAREST = 260
const FARTHEST = 1700

const vertexShader = /* glsl */ `${atmosphere}${polar}${cover}
in vec3 seed;
uniform vec2 angles;
out vec3 place; out vec3 facing; out float tone; out float lift;
void main() {
  float angle = (mix(angles.x, angles.y, seed.x) - 0.5) * 2.0 * HALF_ANGLE;
  float away = ${NEAREST.toFixed(1)} * pow(${(FARTHEST / NEAREST).toFixed(4)}, seed.y);
  vec2 foot = away * vec2(sin(angle), -cos(angle));
  float grows = smoothstep(0.25, 0.75, thickness(foot) + 0.5 * seed.z - 0.25) * step(1.0, heightAt(foot));
  float size = grows * mix(0.7, 2.5, seed.z * seed.z);
  float swing = seed.z * 40.0;
  mat2 swung = mat2(cos(swing), sin(swing), -sin(swing), cos(swing));
  vec3 body = position;
  body.xz = swung * body.xz;
  vec3 around = normal;
  around.xz = swung * around.xz;
  float wider = mix(1.5, 1.0, seed.z);
  place = vec3(foot.x, heightAt(foot) - 0.15 * size, foot.y) + body * size * vec3(wider, 1.0, wider);
  facing = normalize(around / vec3(wider, 1.0, wider));
  tone = fract(seed.z * 17.0);
  lift = position.y;
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}`

const fragmentShader = /* glsl */ `${atmosphere}${polar}
uniform sampler2D lightMap;
in vec3 place; in vec3 facing; in float tone; in float lift;
out vec4 result;
void main() {
  vec3 leaves = vec3(noise(place.xy * 3.1), noise(place.yz * 3.1 + 7.0), noise(place.zx * 3.1 + 3.0));
  vec3 n = normalize(normalize(facing) + 0.75 * leaves);
  vec3 albedo = mix(vec3(0.030, 0.042, 0.020), vec3(0.070, 0.076, 0.034), tone) * (0.85 + 0.4 * leaves.x);
  vec2 light = textureLod(lightMap, toMap(place.xz), 0.0).rg;
  vec3 view = normalize(eye - place);
  float sunny = light.r * smoothstep(-0.2, 0.5, lift);
  vec3 sun = sunlight * sunny * max(dot(n, sunDirection), 0.0);
  sun += vec3(1.7, 1.05, 0.34) * sunny * pow(max(dot(-view, sunDirection), 0.0), 3.0) * (0.5 + 0.5 * leaves.y);
  vec3 sky = mix(vec3(0.08, 0.09, 0.09), vec3(0.20, 0.31, 0.40), 0.5 + 0.5 * n.y) * light.g;
  sky += warmth * light.g * pow(0.5 + 0.5 * dot(n, normalize(vec3(sunDirection.x, 0.25, sunDirection.z))), 3.0);
  sky *= 0.45 + 0.55 * smoothstep(-0.1, 0.9, lift);
  result = vec4(throughHaze(albedo * (sun + sky), place), 1.0);
}`

/** A shrub of a few merged lumps, with a radius of about a metre, on the ground. */
function shrubGeometry(): THREE.BufferGeometry {
  const geometry = new THREE.SphereGeometry(1, 14, 9)
  const points = geometry.getAttribute('position')
  const point = new THREE.Vector3()
  for (let i = 0; i < points.count; i++) {
    point.fromBufferAttribute(points, i)
    const { x, y, z } = point
    const lumps =
      Math.sin(x * 3.1 + y * 1.3) * Math.sin(z * 3.4 + 1) + 0.6 * Math.sin(x * 6.3 - z * 4.1 + y * 5.2)
    point.multiplyScalar(0.86 + 0.16 * lumps)
    points.setXYZ(i, point.x, Math.max(point.y, -0.25), point.z)
  }
  geometry.computeVertexNormals()
  return geometry
}

/** The shrubs of the nearer ridges, from `left` to `right` (fractions of the angle of the map). */
export function shrubMesh(uniforms: Record<string, THREE.IUniform>, left: number, right: number): THREE.Mesh {
  const shrub = shrubGeometry()
  const geometry = new THREE.InstancedBufferGeometry()
  geometry.setIndex(shrub.getIndex())
  for (const name of ['position', 'normal']) geometry.setAttribute(name, shrub.getAttribute(name))
  const seeds = new Float32Array(COUNT * 3)
  let state = 20_180_101
  for (let i = 0; i < seeds.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    seeds[i] = state / 2 ** 32
  }
  geometry.setAttribute('seed', new THREE.InstancedBufferAttribute(seeds, 3))
  geometry.instanceCount = COUNT
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: { ...uniforms, angles: { value: new THREE.Vector2(left, right) } },
  })
  const mesh = new THREE.Mesh(geometry, material)
  mesh.frustumCulled = false
  return mesh
}
