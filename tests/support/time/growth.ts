/** Measures how the work of a function grows with its input. */

/** What is measured at once takes at least this long, in milliseconds of processor time. */
const MEASURED_MS = 20
/** The shortest measurement counts, because the memory is cleaned up at any time. There are more if it does not look linear. */
const [MEASUREMENTS_MIN, MEASUREMENTS_MAX] = [2, 8]
const LINEAR = 2.5

/**
 * How many times as long a run takes with twice the input, by the processor time of this process: about 2 if the time grows with the
 * input, about 4 if it grows with its square, about 1 if the input is refused by its size.
 *
 * @param run also gets four times the size, from which the result is calculated: it is more exact than with twice the size
 * @param size so small that the square of it takes less than a second, and that no text gets larger than 100 KiB: V8 keeps those in
 *   another memory, where each takes ten times as long
 */
export async function growth(run: (size: number) => unknown, size: number): Promise<number> {
  let times = 1
  // The code is compiled meanwhile.
  while ((await processorMs(run, size, times)) < MEASURED_MS) times *= 2
  let [once, fourfold] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const result = () => Math.sqrt(fourfold / once)
  for (let measured = 0; measured < MEASUREMENTS_MAX; measured += 1) {
    if (measured >= MEASUREMENTS_MIN && result() < LINEAR) break
    once = Math.min(once, await processorMs(run, size, times))
    fourfold = Math.min(fourfold, await processorMs(run, 4 * size, times))
  }
  return result()
}

async function processorMs(run: (size: number) => unknown, size: number, times: number): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) await run(size)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
