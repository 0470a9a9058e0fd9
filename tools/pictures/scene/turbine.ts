import * as THREE from 'three'
import { atmosphere } from './atmosphere.ts'
import type { Turbine } from './shots.ts'
import { polar } from './terrain.ts'

/** The sizes of a turbine of the 3 MW class, in metres. */
const HUB_HEIGHT = 98
const BLADE_LENGTH = 61
const HUB_RADIUS = 1.7
/** The tilt of the rotor: bending blades must not touch the tower. */
const TILT = THREE.MathUtils.degToRad(5)
const CONE = THREE.MathUtils.degToRad(2.5)
const OVERHANG = 5.2

/** Chord, thickness (as a part of the chord) and twist along the blade, from root to tip. */
const STATIONS: [at: number, chord: number, thickness: number, twistDegrees: number][] = [
  [0, 2.5, 1, 14],
  [0.04, 2.5, 1, 14],
  [0.1, 3.1, 0.72, 13.5],
  [0.16, 3.75, 0.5, 12],
  [0.22, 4.0, 0.38, 10],
  [0.32, 3.6, 0.3, 7.2],
  [0.45, 2.95, 0.25, 4.6],
  [0.6, 2.3, 0.21, 2.6],
  [0.75, 1.72, 0.19, 1.2],
  [0.88, 1.25, 0.18, 0.3],
  [0.95, 0.92, 0.18, 0],
  [0.985, 0.55, 0.18, 0],
  [1, 0.08, 0.18, 0],
]

/** Mixes the values of neighbouring sections, because blades have no kinks. */
function stationAt(at: number): [chord: number, thickness: number, twist: number] {
  const near = at < 0.1 || at > 0.9 ? [0] : [-0.05, -0.03, -0.015, 0, 0.015, 0.03, 0.05]
  const sections = near.map((offset) => sectionAt(at + offset))
  const mean = (part: 0 | 1 | 2) =>
    sections.reduce((sum, section) => sum + section[part], 0) / sections.length
  return [mean(0), mean(1), mean(2)]
}

function sectionAt(at: number): [chord: number, thickness: number, twist: number] {
  const next = Math.max(
    1,
    STATIONS.findIndex(([place]) => place >= at),
  )
  const [a, b] = [STATIONS[next - 1], STATIONS[next]]
  if (!a || !b) throw new Error(`no blade at ${at}`)
  const t = THREE.MathUtils.smoothstep(at, a[0], b[0]) * 0.5 + ((at - a[0]) / (b[0] - a[0])) * 0.5
  const lerp = THREE.MathUtils.lerp
  return [lerp(a[1], b[1], t), lerp(a[2], b[2], t), THREE.MathUtils.degToRad(lerp(a[3], b[3], t))]
}

/** A surface over rings of points. Every ring has the same number of points. */
function skin(rings: THREE.Vector3[][]): THREE.BufferGeometry {
  const around = rings[0]?.length ?? 0
  const index: number[] = []
  for (let ring = 0; ring < rings.length - 1; ring++)
    for (let i = 0; i < around; i++) {
      const [a, b] = [ring * around + i, ring * around + ((i + 1) % around)]
      index.push(a, a + around, b, b, a + around, b + around)
    }
  const geometry = new THREE.BufferGeometry().setFromPoints(rings.flat())
  geometry.setIndex(index)
  geometry.computeVertexNormals()
  return geometry
}

/** The blade points along +y. The wind comes from +z. The leading edge is at +x. */
function bladeGeometry(): THREE.BufferGeometry {
  const rings: THREE.Vector3[][] = []
  for (let s = 0; s <= 90; s++) {
    const at = s / 90
    const [chord, thickness, twist] = stationAt(at)
    const roundness = THREE.MathUtils.smoothstep(thickness, 0.4, 1)
    const bend = 2.4 * at * at
    rings.push(
      Array.from({ length: 40 }, (_, i) => {
        const angle = (i / 40) * Math.PI * 2
        const along = 0.5 - 0.5 * Math.cos(angle)
        // Half thickness of a NACA four-digit profile.
        // @see https://en.wikipedia.org/wiki/NACA_airfoil
        const naca =
          5 *
          thickness *
          (0.2969 * Math.sqrt(along) -
            0.126 * along -
            0.3516 * along ** 2 +
            0.2843 * along ** 3 -
            0.1036 * along ** 4)
        const round = 0.5 * thickness * Math.sin(angle)
        const half = THREE.MathUtils.lerp(naca * Math.sign(Math.sin(angle)), round, roundness)
        const camber = (1 - roundness) * 0.03 * Math.sin(Math.PI * along)
        const x = (THREE.MathUtils.lerp(0.3, 0.5, roundness) - along) * chord
        const z = (half + camber) * chord
        return new THREE.Vector3(
          x * Math.cos(twist) + z * Math.sin(twist),
          HUB_RADIUS * 0.75 + at * BLADE_LENGTH,
          -x * Math.sin(twist) + z * Math.cos(twist) + bend,
        )
      }),
    )
  }
  return skin(rings)
}

/** A rounded box from rings of superellipses: x half width, y half height, along z. */
function roundedBody(
  sections: [z: number, halfWidth: number, halfHeight: number, lift: number][],
  power: number,
) {
  return skin(
    sections.map(([z, width, height, lift]) =>
      Array.from({ length: 48 }, (_, i) => {
        const angle = (-i / 48) * Math.PI * 2
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const bend = (value: number) => Math.sign(value) * Math.abs(value) ** (2 / power)
        return new THREE.Vector3(width * bend(c), lift + height * bend(s), z)
      }),
    ),
  )
}

function rotorGeometries(turn: number): THREE.BufferGeometry[] {
  const spinner = roundedBody(
    Array.from({ length: 16 }, (_, i) => {
      const t = i / 15
      const radius = Math.max(0.01, HUB_RADIUS * 1.12 * Math.sqrt(1 - t ** 2.4))
      return [-1.7 + t * 4.6, radius, radius, 0] as [number, number, number, number]
    }),
    2,
  )
  const blades = [0, 1, 2].map((i) =>
    bladeGeometry()
      .rotateX(CONE)
      .rotateZ(turn + (i * Math.PI * 2) / 3),
  )
  return [spinner, ...blades].map((part) => part.rotateX(-TILT).translate(0, HUB_HEIGHT, OVERHANG))
}

function standingGeometries(): THREE.BufferGeometry[] {
  const tower = new THREE.CylinderGeometry(1.45, 2.25, HUB_HEIGHT + 1.9, 64, 1, true).translate(
    0,
    (HUB_HEIGHT - 6.1) / 2,
    0,
  )
  const nacelle = roundedBody(
    [
      [-8.6, 0.02, 0.02, 0.5],
      [-8.55, 1.35, 1.35, 0.45],
      [-8.1, 1.75, 1.75, 0.35],
      [-5, 1.98, 2.0, 0.15],
      [0, 2.05, 2.1, 0],
      [2.4, 1.95, 2.0, 0],
      [3.2, 1.7, 1.75, 0],
      [3.45, 1.5, 1.5, 0],
      [3.46, 0.02, 0.02, 0],
    ],
    4.2,
  )
  nacelle.rotateX(-TILT * 0.4).translate(0, HUB_HEIGHT, 0)
  const cooler = new THREE.BoxGeometry(3.0, 1.1, 0.35).translate(0, HUB_HEIGHT + 2.7, -7.2)
  const mast = new THREE.CylinderGeometry(0.05, 0.07, 2.4, 8).translate(0.9, HUB_HEIGHT + 3.4, -6.4)
  return [tower, nacelle, cooler, mast]
}

const vertexShader = /* glsl */ `${atmosphere}${polar}
uniform vec2 foot;
out vec3 place; out vec3 facing; out float above;

/** The highest place near the requested one, a little nearer or farther, because turbines are built on crests. */
vec2 crest() {
  vec2 best = foot;
  for (int i = -40; i <= 40; i++) {
    vec2 tried = foot * (1.0 + 0.004 * float(i));
    if (heightAt(tried) > heightAt(best)) best = tried;
  }
  return best;
}

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  above = position.y;
  vec2 ground = crest();
  world.xyz += vec3(ground.x - foot.x, heightAt(ground) - 1.0, ground.y - foot.y);
  place = world.xyz;
  facing = normalize(mat3(modelMatrix) * normal);
  gl_Position = projectionMatrix * viewMatrix * world;
}`

const fragmentShader = /* glsl */ `${atmosphere}
in vec3 place; in vec3 facing; in float above; out vec4 result;
void main() {
  vec3 n = normalize(gl_FrontFacing ? facing : -facing);
  vec3 view = normalize(eye - place);
  vec3 paint = vec3(0.66, 0.67, 0.67);
  // The joints between the sections of the tower.
  float seam = min(abs(mod(above + 3.0, 24.0) - 12.0), 1.0);
  if (above < ${(HUB_HEIGHT - 3).toFixed(1)}) paint *= mix(0.9, 1.0, smoothstep(0.0, 0.22, seam));
  paint *= 0.97 + 0.05 * fbm(vec2(above * 0.2, atan(n.x, n.z) * 4.0), 3);

  float lit = max(dot(n, sunDirection), 0.0);
  vec3 sun = sunlight * vec3(0.867, 0.97, 1.133);
  vec3 around = mix(vec3(0.10, 0.095, 0.08), vec3(0.24, 0.36, 0.46), 0.5 + 0.5 * n.y);
  around += warmth * vec3(2.5, 2.73, 3.09) * pow(0.5 + 0.5 * dot(n, normalize(vec3(sunDirection.x, 0.12, sunDirection.z))), 3.0);
  vec3 half_ = normalize(view + sunDirection);
  float gloss = pow(max(dot(n, half_), 0.0), 60.0) * 0.55;
  float rim = 0.04 + 0.96 * pow(1.0 - max(dot(n, view), 0.0), 5.0);
  vec3 mirrored = skyColor(reflect(-view, n)) * rim * 0.55;
  vec3 color = paint * (sun * lit * 0.62 + around) + sun * gloss * lit + mirrored;
  result = vec4(throughHaze(color, place), 1.0);
}`

/** One turbine on the surface of the land. */
export function turbineGroup(turbine: Turbine, uniforms: Record<string, THREE.IUniform>): THREE.Group {
  const foot = new THREE.Vector2(turbine.right, -turbine.ahead)
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader,
    fragmentShader,
    uniforms: { ...uniforms, foot: { value: foot } },
    side: THREE.DoubleSide,
  })
  const group = new THREE.Group()
  const parts = [...standingGeometries(), ...rotorGeometries(THREE.MathUtils.degToRad(turbine.turnDegrees))]
  for (const geometry of parts) {
    const mesh = new THREE.Mesh(geometry, material)
    mesh.frustumCulled = false
    group.add(mesh)
  }
  group.position.set(foot.x, 0, foot.y)
  // The geometry faces +z, and the camera looks along -z.
  group.rotation.y = Math.PI - THREE.MathUtils.degToRad(turbine.yawDegrees)
  return group
}
