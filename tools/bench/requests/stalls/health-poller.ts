/**
 * A worker thread that asks for the health of the server again and again, in a thread of its own because the benchmark itself reads large
 * answers. Each message to it is answered with the times since the last one, in milliseconds.
 */
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/** The pause between two questions, in milliseconds. */
const ASK_EVERY_MS = 5

const agent = new Agent({ keepAlive: true })
let times: number[] = []
parentPort?.on('message', () => {
  parentPort?.postMessage(times)
  times = []
})

for (;;) {
  times.push(await ask())
  await pause(ASK_EVERY_MS)
}

function ask(): Promise<number> {
  const asked = performance.now()
  return new Promise((resolve) => {
    const end = () => resolve(performance.now() - asked)
    get(`${String(workerData)}/api/health`, { agent }, (answer) => answer.resume().on('end', end)).on(
      'error',
      end,
    )
  })
}
