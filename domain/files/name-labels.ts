/**
 * What a file name says before the number of the photo, as the names of folders would say it: `A_3_0001.jpg` as `A/3`, `B-Tip-WW-12.jpg` as
 * `B-Tip-WW`. Empty for a name without a number, or with nothing before it.
 */
export function labelsInFileName(name: string): string[] {
  const stem = name.replace(/\.[^.]*$/, '')
  const label = /^(.*?[^ _.-])[ _.-]+\d+$/.exec(stem)?.[1]
  if (label === undefined) return []
  // A number is a room only as a folder of its own.
  const [, blade, room] = /^(.*?[a-z])[ _.-]+(\d{1,2})$/i.exec(label) ?? []
  return blade !== undefined && room !== undefined ? [blade, room] : [label]
}
