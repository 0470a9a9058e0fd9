import * as THREE from 'three'
import { atmosphere } from './atmosphere.ts'
import { type Light, lights, type Shot } from './shots.ts'
import { shrubMesh } from './shrubs.ts'
import { HALF_ANGLE, landMesh, measureLand, overTheWholeMap } from './terrain.ts'
import { turbineGroup } from './turbine.ts'

type Uniforms = Record<string, THREE.IUniform>

const skyFragment = /* glsl */ `${atmosphere}
uniform mat4 toWorld;
in vec2 at; out vec4 result;
void main() {
  vec4 far = toWorld * vec4(at * 2.0 - 1.0, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  result = vec4(withClouds(withSun(skyColor(direction), direction), direction), 1.0);
}`

const addFragment = /* glsl */ `
uniform sampler2D picture; uniform float share;
in vec2 at; out vec4 result;
void main() { result = vec4(texture(picture, at).rgb * share, 1.0); }`

/** Converts light to the colours of a picture: exposure, a filmic curve, and a little grain against banding. */
const developFragment = /* glsl */ `
uniform sampler2D picture; uniform vec2 size;
in vec2 at; out vec4 result;
float grain(vec2 p) { return fract(sin(dot(p, vec2(12.9898, 78.233))) * 43758.5453); }
vec3 film(vec3 x) { return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }
void main() {
  vec3 light = texture(picture, at).rgb;
  vec2 off = (at - 0.5) * vec2(1.0, 0.8);
  light *= 1.0 - 0.5 * dot(off, off);
  vec3 color = film(light * 1.02);
  float bright = dot(color, vec3(0.2126, 0.7152, 0.0722));
  color = mix(vec3(bright), color, 1.06);
  color = mix(color, color * vec3(0.90, 1.0, 1.06), (1.0 - bright) * 0.5);
  color = pow(clamp(color, 0.0, 1.0), vec3(1.0 / 2.2));
  vec2 pixel = floor(at * size);
  color += (grain(pixel) + grain(pixel + 7.7) - 1.0) * 0.011;
  result = vec4(color, 1.0);
}`

/**
 * Draws a shot and returns it as a PNG data URL.
 * @public called in the browser by render-scene.ts
 */
export async function renderShot(shot: Shot): Promise<string> {
  const renderer = new THREE.WebGLRenderer({ preserveDrawingBuffer: true })
  renderer.debug.checkShaderErrors = true
  renderer.setPixelRatio(1)
  renderer.setSize(shot.width, shot.height)
  renderer.autoClear = false
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace

  const camera = aim(shot)
  const { azimuthDegrees, elevationDegrees } = shot.sun
  const [azimuth, elevation] = [azimuthDegrees, elevationDegrees].map(THREE.MathUtils.degToRad) as [
    number,
    number,
  ]
  const sunDirection = new THREE.Vector3(
    Math.sin(azimuth) * Math.cos(elevation),
    Math.sin(elevation),
    -Math.cos(azimuth) * Math.cos(elevation),
  )
  const shared: Uniforms = {
    sunDirection: { value: sunDirection },
    eye: { value: camera.position },
    bySea: { value: shot.place === 'coast' },
    ...lightUniforms(lights[shot.light]),
  }

  const sheet = new THREE.Mesh(new THREE.PlaneGeometry(2, 2))
  sheet.frustumCulled = false
  const sheetScene = new THREE.Scene().add(sheet)
  function fill(
    fragmentShader: string,
    uniforms: Uniforms,
    target: THREE.WebGLRenderTarget | null,
    blending: THREE.Blending = THREE.NoBlending,
  ) {
    sheet.material = new THREE.ShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: overTheWholeMap,
      fragmentShader,
      uniforms,
      blending,
      transparent: blending !== THREE.NoBlending,
      depthTest: false,
      depthWrite: false,
    }) as never
    renderer.setRenderTarget(target)
    renderer.render(sheetScene, camera)
  }

  const maps = measureLand(renderer, shared, fill)
  const scene = new THREE.Scene()
  const sideways = Math.atan(Math.tan(THREE.MathUtils.degToRad(camera.fov / 2)) * camera.aspect) + 0.06
  const yaw = THREE.MathUtils.degToRad(shot.camera.yawDegrees)
  const fraction = (angle: number) => angle / (2 * HALF_ANGLE) + 0.5
  scene.add(
    landMesh(
      { ...shared, ...maps },
      fraction(yaw - sideways),
      fraction(yaw + sideways),
      Math.round(shot.width * 0.7),
    ),
  )
  scene.add(shrubMesh({ ...shared, ...maps }, fraction(yaw - sideways), fraction(yaw + sideways)))
  for (const turbine of shot.turbines) scene.add(turbineGroup(turbine, { ...shared, ...maps }))

  const frame = new THREE.WebGLRenderTarget(shot.width, shot.height, { type: THREE.FloatType })
  const sum = new THREE.WebGLRenderTarget(shot.width, shot.height, {
    type: THREE.FloatType,
    depthBuffer: false,
  })
  renderer.setRenderTarget(sum)
  renderer.setClearColor(0x000000, 1)
  renderer.clear()
  for (let sample = 0; sample < shot.samples; sample++) {
    camera.setViewOffset(
      shot.width,
      shot.height,
      halton(sample, 2) - 0.5,
      halton(sample, 3) - 0.5,
      shot.width,
      shot.height,
    )
    camera.updateMatrixWorld()
    const toWorld = camera.matrixWorld.clone().multiply(camera.projectionMatrixInverse)
    renderer.setRenderTarget(frame)
    renderer.clear()
    fill(skyFragment, { ...shared, toWorld: { value: toWorld } }, frame)
    renderer.setRenderTarget(frame)
    renderer.render(scene, camera)
    fill(
      addFragment,
      { picture: { value: frame.texture }, share: { value: 1 / shot.samples } },
      sum,
      THREE.AdditiveBlending,
    )
    renderer.getContext().finish()
    await new Promise((rest) => setTimeout(rest))
  }
  fill(
    developFragment,
    { picture: { value: sum.texture }, size: { value: new THREE.Vector2(shot.width, shot.height) } },
    null,
  )
  const url = renderer.domElement.toDataURL('image/png')
  renderer.dispose()
  renderer.forceContextLoss()
  return url
}

function lightUniforms(light: Light): Uniforms {
  return Object.fromEntries(
    Object.entries(light).map(([name, value]) => [
      name,
      { value: typeof value === 'number' ? value : new THREE.Vector3(...value) },
    ]),
  )
}

function aim(shot: Shot): THREE.PerspectiveCamera {
  const camera = new THREE.PerspectiveCamera(
    shot.camera.verticalFieldDegrees,
    shot.width / shot.height,
    20,
    60_000,
  )
  camera.position.set(0, shot.camera.height, 0)
  camera.rotation.order = 'YXZ'
  camera.rotation.set(
    THREE.MathUtils.degToRad(shot.camera.pitchDegrees),
    -THREE.MathUtils.degToRad(shot.camera.yawDegrees),
    0,
  )
  camera.updateMatrixWorld()
  return camera
}

/** The Halton sequence: points that fill a pixel evenly, for any number of points. @see https://en.wikipedia.org/wiki/Halton_sequence */
function halton(index: number, base: number): number {
  let [result, share, rest] = [0, 1 / base, index + 1]
  while (rest > 0) {
    result += share * (rest % base)
    rest = Math.floor(rest / base)
    share /= base
  }
  return result
}
